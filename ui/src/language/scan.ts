import { parseSync } from "vite";

/** Finds the texts in the sources: those that go through the catalogues, and those that should. */

export interface Scanned {
  /** The English text by its key in the catalogues; a text with a count has two keys. */
  readonly keys: ReadonlyMap<string, string>;
  readonly faults: readonly string[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [part: string]: unknown;
}

/** Attributes that people read or hear, on any element. */
const READ = new Set(["title", "alt", "label", "placeholder", "summary", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "aria-placeholder"]);
/** Elements whose text is the same in every language. */
const SAME = new Set(["kbd", "code", "samp", "style"]);
/** Calls whose arguments nobody reads, or which are deliberately in English. */
const UNREAD = new Set(["inEnglish", "querySelector", "querySelectorAll", "closest", "matches", "matchMedia", "useMedia", "getItem", "setItem", "removeItem", "addEventListener", "toLocaleString", "test", "startsWith"]);
/** Names that stay as they are. */
const NAMES = new Set(["houserules", "English", "Español", "Enter", "Escape", "Tab", "Delete", "Backspace", "Home", "End", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Ed25519", "NotSupportedError", "A", "B", "ZIP", "pay table", "net result", "in part"]);

const LETTER = /\p{L}/u;
/** A capitalized word, or two consecutive words. */
const WORDS = /^\s*\p{Lu}\p{Ll}|\p{L}{2}[,;:.!?]?\s+\p{L}/u;

export function scan(path: string, source: string): Scanned {
  const keys = new Map<string, string>();
  const faults: string[] = [];
  const fault = (node: Node, what: string): void => void faults.push(`${path}:${source.slice(0, node.start).split("\n").length}: ${what}`);

  /** The texts that an argument of t(), mark(), many() or <T> stands for; null for one that is marked elsewhere. */
  const texts = (node: Node | undefined): string[] | null => {
    if (!node) return null;
    if (node.type === "JSXExpressionContainer") return texts(node["expression"] as Node);
    if (node.type === "ConditionalExpression") return [...(texts(node["consequent"] as Node) ?? []), ...(texts(node["alternate"] as Node) ?? [])];
    const text = literal(node);
    if (text !== null && node.type === "TemplateLiteral" && (node["expressions"] as unknown[]).length) fault(node, `not one text: \`${text}\``);
    else if (text !== null) return [text];
    return null;
  };

  const translated = (name: string, given: readonly Node[]): boolean => {
    if (name === "many") {
      const [one, other] = [texts(given[1])?.[0], texts(given[2])?.[0]];
      if (one === undefined || other === undefined) fault(given[0] as Node, "many() needs both of its texts where it stands");
      else keys.set(`${other}_one`, one).set(`${other}_other`, other);
      return true;
    }
    if (name !== "t" && name !== "mark") return false;
    for (const text of texts(given[0]) ?? []) keys.set(text, text);
    return true;
  };

  const walk = (node: Node, reading: boolean): void => {
    const { type } = node;
    if (/^(Import|Export(All|Named)Declaration$)/.test(type) && node["source"]) return;
    if (type.startsWith("TS") && !("expression" in node)) return;
    const text = literal(node);
    if (text !== null) {
      if ((reading ? LETTER : WORDS).test(text.replaceAll(/\$\{\}/g, "")) && !NAMES.has(text.trim())) fault(node, `not in a catalogue: "${text.trim()}"`);
      if (type !== "TemplateLiteral") return;
    }
    switch (type) {
      case "CallExpression": {
        const callee = node["callee"] as Node;
        const name = ((callee["property"] as Node | undefined)?.["name"] ?? callee["name"]) as string;
        const given = node["arguments"] as Node[];
        walk(callee, false);
        if (UNREAD.has(name)) return;
        const from = callee.type === "Identifier" && translated(name, given) ? (name === "many" ? 3 : 1) : 0;
        given.forEach((each, at) => (at < from && isText(each)) || walk(each, false));
        return;
      }
      case "NewExpression":
        if (/Error$/.test((node["callee"] as Node)["name"] as string)) return;
        break;
      case "SwitchCase":
        return ((node["consequent"] as Node[] | undefined) ?? []).forEach((each) => walk(each, false));
      case "BinaryExpression":
        if (node["operator"] !== "+") return;
        break;
      case "MemberExpression":
        return walk(node["object"] as Node, false);
      case "Property":
        return walk(node["value"] as Node, false);
      case "JSXElement": {
        const opening = node["openingElement"] as Node;
        const element = source.slice((opening["name"] as Node).start).match(/^[\w.]+/)?.[0] ?? "";
        for (const each of opening["attributes"] as Node[]) attribute(each, element);
        if (!SAME.has(element)) for (const each of node["children"] as Node[]) walk(each, true);
        return;
      }
      case "JSXFragment":
        return (node["children"] as Node[]).forEach((each) => walk(each, true));
    }
    const goesOn = ["JSXExpressionContainer", "ConditionalExpression", "LogicalExpression", "TemplateLiteral"].includes(type) && reading;
    for (const [name, part] of Object.entries(node)) {
      const tested = name === "test" || (type === "LogicalExpression" && node["operator"] === "&&" && name === "left");
      for (const each of Array.isArray(part) ? (part as unknown[]) : [part]) if (isNode(each)) walk(each, goesOn && !tested);
    }
  };

  const attribute = (node: Node, element: string): void => {
    const value = node["value"] as Node | null;
    if (node.type !== "JSXAttribute") return walk(node, false);
    if (!value) return;
    const name = source.slice(node.start).match(/^[\w:-]+/)?.[0] ?? "";
    if (element === "T" && name === "text") return void (texts(value) ?? []).forEach((text) => keys.set(text, text));
    if (READ.has(name)) walk(value, true);
    else if (value.type === "JSXExpressionContainer" && literal(value["expression"] as Node) === null && name !== "class") walk(value, false);
    else if (/^[A-Z]/.test(element) && name !== "class") walk(value, false);
  };

  const { program, errors } = parseSync(path, source);
  if (errors.length) throw new SyntaxError(`${path}: ${errors[0]?.message ?? ""}`);
  walk(program as unknown as Node, false);
  return { keys, faults };
}

/** Whether an argument is the text itself, or one of two. */
const isText = (node: Node): boolean => literal(node) !== null || node.type === "ConditionalExpression";

const isNode = (part: unknown): part is Node => typeof part === "object" && part !== null && "type" in part && "start" in part;

/** The text of a literal, with ${} for each substitution; null for anything else. */
function literal(node: Node): string | null {
  if (node.type === "JSXText" || (node.type === "Literal" && typeof node["value"] === "string")) return node["value"] as string;
  if (node.type !== "TemplateLiteral") return null;
  return (node["quasis"] as { value: { cooked: string } }[]).map((each) => each.value.cooked).join("${}");
}

/** The names in braces and tags of a text, in alphabetical order. */
export const places = (text: string): string => [...new Set([...text.matchAll(/\{(\w+)\}|<(\w+)>/g)].map((found) => found[1] ?? `<${found[2]}>`))].sort().join(" ");

/** The folder of a source, which determines the file for its texts: "../lobby/Lobby.tsx" is in "lobby". */
export const folderOf = (path: string): string => /^(?:\.\.\/|src\/)(\w+)\//.exec(path)?.[1] ?? "page";

/** The sources to scan: no tests, and nothing that only tests use. */
export const isSource = (path: string): boolean => !/\.test\.tsx?$|\.fixture\.ts$|language\/scan\.ts$/.test(path);

/** Whether a language has the plural form that a key ends with; forms that English lacks are derived from its two. */
export function isKeyOf(language: string, key: string): boolean {
  const form = /_(one|other)$/.exec(key)?.[1];
  return form === undefined || new Intl.PluralRules(language).resolvedOptions().pluralCategories.includes(form as Intl.LDMLPluralRule);
}
