import "./Records.css";
import "./AuditHead.css";
import "./Events.css";
import "./Hands.css";
import "./Replay.css";
import { useState } from "preact/hooks";
import { KeysSwitch } from "../parts/Key";
import { Page } from "../parts/Page";
import { Events } from "./Events";
import { Hands } from "./Hands";
import { AuditHead } from "./AuditHead";

/** The regulator's desk: every event as it happens, any hand ever dealt, and proofs that are checked right here. */
export default function Desk({ query }: { query: URLSearchParams }) {
  const [position, setPosition] = useState<number | null>(null);
  return (
    <Page title="The regulator's desk" lead="Nothing here relies on the service's word: proofs are checked in this browser.">
      <div class="desk">
        <AuditHead position={position} />
        <Hands query={query} onProve={setPosition} />
        <KeysSwitch />
        <Events onProve={setPosition} />
      </div>
    </Page>
  );
}
