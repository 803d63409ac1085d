import type { ComponentChildren } from "preact";
import { SiteHeader } from "./SiteHeader";

/** The frame of every desk. */
export function Page({ title, lead, children }: { title: string; lead?: string; children: ComponentChildren }) {
  return (
    <div class="site">
      <SiteHeader />
      <main class="page" id="main">
        <div class="page-title">
          <h1>{title}</h1>
          {lead && <p>{lead}</p>}
        </div>
        {children}
      </main>
    </div>
  );
}
