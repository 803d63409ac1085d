import { get } from "./api";

/** Data that does not change while the page is open, such as a rulebook: fetched once for all parts of the page. */

const asked = new Map<string, Promise<unknown>>();

export function once<T>(path: string): Promise<T> {
  let answer = asked.get(path) as Promise<T> | undefined;
  if (!answer) {
    answer = get<T>(path);
    asked.set(path, answer);
    // A failure is not kept, so that the next part that asks tries again.
    answer.catch(() => asked.delete(path));
  }
  return answer;
}
