import type { Inscription } from "../words/layout";
import { t } from "../language/language";

/** The table seen from above: rail, felt, layout lines and lettering. Everything else is drawn on top of it. */

const RAIL = "M96 22H1504Q1588 22 1588 110C1588 640 1330 898 800 898C270 898 12 640 12 110Q12 22 96 22Z";
const FELT = "M112 62H1488Q1546 62 1546 120C1546 612 1300 856 800 856C300 856 54 612 54 120Q54 62 112 62Z";
const LINE = "M78 132C86 596 318 832 800 832C1282 832 1514 596 1522 132";
const NAME = "M250 172C340 334 580 354 800 354C1020 354 1260 334 1350 172";

/** Arcs below the name of the game, between the seats and above the betting areas, where nothing else is drawn. */
const arc = (below: number): string =>
  `M210 ${182 + below}C320 ${366 + below} 560 ${386 + below} 800 ${386 + below}C1040 ${386 + below} 1280 ${366 + below} 1390 ${182 + below}`;

interface Props {
  game: string;
  operator: string;
  inscriptions: readonly Inscription[];
}

export function FeltDrawing({ game, operator, inscriptions }: Props) {
  const apart = inscriptions.length > 3 ? 24 : 29;
  return (
    <svg class="felt-drawing" viewBox="0 0 1600 900" aria-hidden="true" preserveAspectRatio="xMidYMid meet">
      <defs>
        <radialGradient id="felt-light" cx="50%" cy="38%" r="68%">
          <stop offset="0" class="felt-near" />
          <stop offset="0.62" class="felt-mid" />
          <stop offset="1" class="felt-far" />
        </radialGradient>
        <linearGradient id="rail-light" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" class="rail-far" />
          <stop offset="0.5" class="rail-mid" />
          <stop offset="1" class="rail-near" />
        </linearGradient>
        <clipPath id="felt-edge">
          <path d={FELT} />
        </clipPath>
        <path id="name-arc" d={NAME} />
        {inscriptions.map(({ about }, at) => (
          <path key={about} id={`${about}-arc`} d={arc(at * apart)} />
        ))}
      </defs>
      <path class="rail" d={RAIL} fill="url(#rail-light)" />
      <path class="rail-seam" d="M100 42H1500Q1568 42 1568 114C1568 626 1316 878 800 878C284 878 32 626 32 114Q32 42 100 42Z" />
      <path class="felt" d={FELT} fill="url(#felt-light)" />
      <g clip-path="url(#felt-edge)">
        <path class="felt-shade" d={FELT} />
      </g>
      <path class="layout-line" d={LINE} />
      <text class="felt-name">
        <textPath href="#name-arc" startOffset="50%" text-anchor="middle">
          {game}
        </textPath>
      </text>
      {inscriptions.map(({ about, text }) => (
        <text key={about} class={`felt-rule felt-rule-${about}`} data-inscription={about}>
          <textPath href={`#${about}-arc`} startOffset="50%" text-anchor="middle">
            {text}
          </textPath>
        </text>
      ))}
      <g class="rack">
        <rect class="rack-case" x="560" y="34" width="480" height="52" rx="10" />
        {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
          <g key={row} transform={`translate(${574 + row * 57.500} 40)`}>
            <rect class={`rack-row rack-row-${row}`} width="49" height="40" rx="6" />
            {[0, 1, 2, 3, 4, 5].map((chip) => (
              <rect key={chip} class="rack-gap" x={4 + chip * 7.500} y="2" width="1.600" height="36" />
            ))}
          </g>
        ))}
      </g>
      <g class="shoe">
        <rect class="device" x="1150" y="44" width="150" height="86" rx="12" />
        <path class="device-mouth" d="M1162 92h74v28h-74z" />
        <rect class="shoe-card" x="1168" y="98" width="54" height="26" rx="3" />
        <text class="device-name" x="1225" y="76">{t("SHOE")}</text>
      </g>
      <g class="discard">
        <rect class="device" x="300" y="44" width="150" height="86" rx="12" />
        <rect class="discard-cards" x="338" y="86" width="74" height="34" rx="4" />
        <text class="device-name" x="375" y="74">{t("DISCARD")}</text>
      </g>
      <text class="felt-operator" x="800" y="112">
        {operator}
      </text>
    </svg>
  );
}
