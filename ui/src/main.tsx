import "@fontsource-variable/inter/wght.css";
import "@fontsource/marcellus/latin-400.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/cards.css";
import "./styles/felt.css";
import "./styles/controls.css";
import "./styles/pages.css";
import { render } from "preact";
import { App } from "./App";

const root = document.getElementById("app");
if (root) render(<App />, root);
