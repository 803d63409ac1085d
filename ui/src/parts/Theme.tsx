import { signal, effect } from "@preact/signals";
import { route } from "../router";
import { t } from "../language/language";

/** Dark, light, or the setting of the system. */
type Theme = "system" | "dark" | "light";
const theme = signal<Theme>((localStorage.getItem("theme") as Theme | null) ?? "system");

effect(() => {
  if (theme.value === "system") {
    delete document.documentElement.dataset["theme"];
    localStorage.removeItem("theme");
  } else {
    document.documentElement.dataset["theme"] = theme.value;
    localStorage.setItem("theme", theme.value);
  }
});

function isDark(): boolean {
  if (theme.value !== "system") return theme.value === "dark";
  return route.value.view === "tables" || !matchMedia("(prefers-color-scheme: light)").matches;
}

export function ThemeButton() {
  const dark = isDark();
  return (
    <button
      type="button"
      class="quiet icon theme"
      aria-label={dark ? t("Light colours") : t("Dark colours")}
      onClick={() => (theme.value = dark ? "light" : "dark")}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="2" />
        <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />
      </svg>
    </button>
  );
}
