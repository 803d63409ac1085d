import "./Learn.css";
import { useState } from "preact/hooks";
import { Page } from "../parts/Page";
import { GameShown, useBooks } from "../parts/shown";
import { useOnce } from "../parts/useOnce";
import type { Bundled } from "../server/types";
import { Drill } from "./Drill";
import { ExamView } from "./ExamView";
import { Payouts } from "./Payouts";
import { SlipList } from "./SlipList";
import { LEARN } from "./words";

const VIEWS = ["drill", "slips", "payouts", "exam"] as const;
type View = (typeof VIEWS)[number];

/** Drills, slips, payouts and the exam of one game; everything about it comes from its rulebook. */
export default function Learn({ id, query }: { id: string; query: URLSearchParams }) {
  const books = useBooks();
  const { data: bundled } = useOnce<Bundled[]>("/api/submissions");
  const asked = VIEWS.find((each) => each === query.get("view")) ?? "drill";
  const [view, setView] = useState<View>(asked);
  const game = bundled?.find((each) => each.rulebook === id) ?? bundled?.[0];
  const book = books?.find((each) => each.id === game?.rulebook);
  return (
    <Page title={LEARN.title} lead={LEARN.lead}>
      <nav class="tabs lab-books" aria-label={LEARN.games}>
        {bundled?.map((each) => {
          const own = books?.find((one) => one.id === each.rulebook);
          return (
            <a key={each.name} href={`/learn/${each.rulebook}?view=${view}`} aria-current={each === game ? "page" : undefined}>
              {own ? `${own.title}, ${own.jurisdiction}` : each.name}
            </a>
          );
        })}
      </nav>
      <div class="pills" role="group" aria-label={LEARN.lessons}>
        {VIEWS.map((each) => (
          <button key={each} type="button" class="quiet" aria-pressed={each === view} onClick={() => setView(each)}>
            {LEARN[each]}
          </button>
        ))}
      </div>
      {game && book && (
        <GameShown.Provider value={book.shown}>
          {view === "drill" && <Drill key={game.name} submission={game.name} book={book} />}
          {view === "slips" && <SlipList key={game.name} submission={game.name} />}
          {view === "payouts" && <Payouts key={game.name} submission={game.name} />}
          {view === "exam" && <ExamView key={game.name} submission={game.name} />}
        </GameShown.Provider>
      )}
    </Page>
  );
}
