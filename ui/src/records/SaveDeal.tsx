import { ProblemNotice } from "../parts/Notice";
import { useAttempt } from "../parts/useAttempt";
import { get } from "../server/api";
import { saveAs } from "../server/files";
import { t } from "../language/language";

/** The opened deck of a hand as a file, to check it without this page and this service. */
export function SaveDeal({ table, number }: { table: string; number: number }) {
  const { problem, clear, attempt } = useAttempt();
  const save = async (): Promise<void> => {
    const stub = await get<unknown>(`/api/hands/${table}/${number}/stub`);
    saveAs(`${table}-${number}-deal.json`, new Blob([JSON.stringify(stub, null, 2)], { type: "application/json" }));
  };
  return (
    <div class="save-deal">
      <button type="button" class="quiet" onClick={() => void attempt(save)}>
        {t("Save for verify_deal.py")}
      </button>
      <ProblemNotice problem={problem} onClose={clear} />
    </div>
  );
}
