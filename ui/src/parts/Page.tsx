import type { ComponentChildren } from "preact";
import { SiteHeader } from "./SiteHeader";
import { useTitle } from "./useTitle";

/** The frame of every desk. */
interface Props {
  title: string;
  /** What the window is called, where the heading alone would not tell it from another view. */
  named?: string | undefined;
  lead?: string;
  /** Stands beside the heading where there is room, and below it where there is not. */
  beside?: ComponentChildren;
  children: ComponentChildren;
}

export function Page({ title, named, lead, beside, children }: Props) {
  useTitle(named ?? title);
  return (
    <div class="site">
      <SiteHeader />
      <main class="page" id="main">
        <div class="page-title">
          <h1>{title}</h1>
          {lead && <p>{lead}</p>}
          {beside}
        </div>
        {children}
      </main>
    </div>
  );
}
