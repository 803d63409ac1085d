import { choose, language, LANGUAGES, t, type Language } from "./language";

/** The language of the page; each one is named in itself. */
export function LanguageChoice() {
  return (
    <select class="quiet language" aria-label={t("Language")} value={language.value} onChange={(event) => void choose(event.currentTarget.value as Language)}>
      {Object.entries(LANGUAGES).map(([key, { name, tag }]) => (
        <option key={key} value={key} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}
