/** Whether the text is in the clipboard now: browsers have none for pages without TLS, and may refuse it to others. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
