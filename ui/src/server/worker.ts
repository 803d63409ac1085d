import { touched } from "./api";

/** Keeps the page for the next visit. A page that is out of date is loaded anew, unless somebody already uses it. */
export function keepPage(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", () => !touched() && location.reload());
  navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}
