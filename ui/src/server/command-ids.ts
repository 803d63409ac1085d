import { newCommandId, type Problem } from "./api";

/**
 * The id that each command carries. A command that failed may have been carried out all the same: its answer was lost, or
 * the database could not say. If the same is asked again it carries the same id, so it counts once.
 */
export class CommandIds {
  private failed: { wanted: string; id: string } | null = null;

  /** False if the command had been carried out the time before, and only the answer did not say so. */
  async use(wanted: unknown, send: (id: string) => Promise<void>): Promise<boolean> {
    const text = JSON.stringify(wanted);
    const again = this.failed?.wanted === text ? this.failed : null;
    const sent = again ?? { wanted: text, id: newCommandId() };
    this.failed = sent;
    try {
      await send(sent.id);
    } catch (error) {
      if (!again || (error as Problem).code !== "command_id_reused") throw error;
      this.forget(sent);
      return false;
    }
    this.forget(sent);
    return true;
  }

  private forget(sent: object): void {
    if (this.failed === sent) this.failed = null;
  }
}
