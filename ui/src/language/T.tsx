import { Fragment, type ComponentChildren } from "preact";
import { template } from "./language";

type Part = ComponentChildren | ((inside: ComponentChildren) => ComponentChildren);
type Parts = Readonly<Record<string, Part>>;

const PLACES = /<(\w+)>(.*?)<\/\1>|\{(\w+)\}/g;

/**
 * A sentence with nodes in it: `<T text="<a>The lobby</a> shows {tables}." parts={{ a: (inside) => <a href="/">{inside}</a>, tables }} />`.
 * The translation has the same names, in the word order of its language.
 */
export function T({ text, parts }: { text: string; parts: Parts }) {
  return <>{filled(template(text), parts)}</>;
}

export function filled(text: string, parts: Parts): ComponentChildren[] {
  const nodes: ComponentChildren[] = [];
  let from = 0;
  for (const found of text.matchAll(PLACES)) {
    const [whole, tag, inside = "", name = ""] = found;
    const part = parts[tag ?? name];
    nodes.push(text.slice(from, found.index), <Fragment key={found.index}>{typeof part === "function" ? part(filled(inside, parts)) : part}</Fragment>);
    from = found.index + whole.length;
  }
  return [...nodes, text.slice(from)];
}
