import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { randomShare } from "../proof/deal";
import { noteShare } from "../proof/seals";
import type { TableLink } from "../server/table";
import type { View } from "../server/types";
import { t } from "../language/language";

/** What the player adds to every shuffle: random characters from this browser, unless that is switched off. */

const OFF = "share-off";
const adding = signal(localStorage.getItem(OFF) === null);

async function add(table: TableLink, share: string): Promise<boolean> {
  noteShare(share);
  return table.askQuietly("add_entropy", { text: share });
}

/** Once for every shuffle whose seed is committed to and that is not yet done. */
export function useShares(table: TableLink, view: View): void {
  const promised = view.seal
    .filter((seal) => !seal.root)
    .map((seal) => seal.deal)
    .join(" ");
  const seated = view.you?.seat != null;
  useEffect(() => {
    if (promised && seated && adding.value) void add(table, randomShare());
  }, [promised, seated]);
}

export function ShuffleShare({ table, view }: { table: TableLink; view: View }) {
  const [text, setText] = useState("");
  const [told, setTold] = useState<{ share: string; done: boolean } | null>(null);
  if (view.you?.seat == null) return null;
  const choose = (wanted: boolean): void => {
    adding.value = wanted;
    if (wanted) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "yes");
  };
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const done = await add(table, text);
    setTold({ share: text, done });
    if (done) setText("");
  };
  return (
    <section class="share" aria-label={t("Your part in the shuffle")}>
      <p>
        {t("The house commits to its part of a shuffle before it sees yours, so neither decides the order of the cards alone.")}
      </p>
      <label class="switch">
        <input type="checkbox" checked={adding.value} onChange={(event) => choose(event.currentTarget.checked)} />
        <span>{t("Add random characters from this browser to every shuffle")}</span>
      </label>
      <form onSubmit={(event) => void submit(event)}>
        <label class="field">
          {t("Or type characters for the next shuffle")}
          <input maxLength={16} required value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <button type="submit" class="action">
          {t("Add")}
        </button>
      </form>
      <p role="status">{told && t(told.done ? "“{share}” goes into the next shuffle." : "It was not added. Try again when this round is over.", { share: told.share })}</p>
    </section>
  );
}
