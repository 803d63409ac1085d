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
import { Witnesses } from "./Witnesses";
import { t } from "../language/language";

/** The records: every event as it happens, any hand ever dealt, and proofs that this browser checks. */
export default function Records({ query }: { query: URLSearchParams }) {
  const [position, setPosition] = useState<number | null>(null);
  return (
    <Page title={t("The records")} lead={t("This browser checks the proofs itself and does not rely on the service for it.")}>
      <div class="records">
        <AuditHead position={position} />
        <Witnesses />
        <Hands query={query} onProve={setPosition} />
        <KeysSwitch />
        <Events onProve={setPosition} />
      </div>
    </Page>
  );
}
