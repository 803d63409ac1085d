import { answered } from "./api";

/** Files of the service, some of which have to be made first. */

export interface Progress {
  done: number;
  ahead: number;
  /** The id by which it can be cancelled; absent before the first reply. */
  question?: string;
}

const PACE = 600;
const MAKING = 202;

/** Asks until the file is there, and saves it under the service's name for it. It stops when `wanted` returns false. */
export async function saveFile(
  path: string,
  body: unknown,
  wanted: () => boolean,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  while (wanted()) {
    const answer = await answered(body === undefined ? "GET" : "POST", path, body);
    if (!wanted()) return;
    if (answer.status !== MAKING) {
      saveAs(nameIn(answer.headers.get("content-disposition")), await answer.blob());
      return;
    }
    onProgress(((await answer.json()) as { progress: Progress }).progress);
    await new Promise((resolve) => setTimeout(resolve, PACE));
  }
}

export const nameIn = (disposition: string | null): string => /filename="([^"]+)"/.exec(disposition ?? "")?.[1] ?? "paper";

export function saveAs(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Whether the text is in the clipboard now: browsers provide none for pages without TLS, and may refuse it to others. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
