import type { ComponentChildren } from "preact";
import { SiteHeader } from "./SiteHeader";
import { useTitle } from "./useTitle";

/** The frame of every view but the table and the sign. */
interface Props {
  title: string;
  /** The title of the window, where the heading alone does not identify the view. */
  named?: string | undefined;
  lead?: string;
  /** Shown beside the heading, or below it on a narrow screen. */
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
