// The description of the API as a page to read and to try: everything on it comes from openapi.json.
"use strict";

const METHODS = ["get", "post", "put", "delete"];
let described = null;
let csrf = "";

// An element with attributes and children; text is never read as markup.
function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// Text in which ``code`` and `code` is set as code.
function prose(text) {
  const parts = (text ?? "").split(/``?([^`]+)``?/);
  return el("p", {}, ...parts.map((part, at) => (at % 2 ? el("code", {}, part) : part)));
}

const shown = (value) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
const named = (ref) => ref.split("/").pop();

// The shape of a value as people write it, by name beyond the first level.
function shape(schema, deep = 0) {
  if (!schema || Object.keys(schema).length === 0) return "anything";
  if (schema.$ref) {
    const target = described.components.schemas[named(schema.$ref)];
    return deep < 2 && target?.type === "object" ? shape(target, deep + 1) : named(schema.$ref);
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  const several = schema.oneOf ?? schema.anyOf;
  if (several) return several.map((each) => shape(each, deep + 1)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.join(" | ");
  if (schema.type === "array") return `[${shape(schema.items, deep + 1)}, …]`;
  if (schema.type !== "object") return schema.type ?? "anything";
  if (!schema.properties) return `{name: ${shape(schema.additionalProperties || {}, deep + 1)}, …}`;
  const pad = "  ".repeat(deep + 1);
  const required = new Set(schema.required ?? []);
  const lines = Object.entries(schema.properties).map(([name, each]) => {
    const about = each.description ? `   // ${each.description}` : "";
    return `${pad}${name}${required.has(name) ? "" : "?"}: ${shape(each, deep + 1)}${about}`;
  });
  return `{\n${lines.join("\n")}\n${"  ".repeat(deep)}}`;
}

function block(title, ...content) {
  return [el("h3", {}, title), ...content];
}

function shapeAndExample(content) {
  const [kind, media] = Object.entries(content ?? {})[0] ?? [];
  if (!kind) return [];
  const example = media.example ?? Object.values(media.examples ?? {})[0]?.value;
  return [
    el("details", {}, el("summary", {}, `Shape (${kind})`), el("div", {}, el("pre", {}, shape(media.schema)))),
    example === undefined ? null : el("details", {}, el("summary", {}, "Example"), el("div", {}, el("pre", {}, shown(example)))),
  ].filter(Boolean);
}

function field(parameter) {
  const about = [parameter.required ? "needed" : "", parameter.description ?? "", shape(parameter.schema)].filter(Boolean).join(", ");
  const input = el("input", { name: parameter.name, autocomplete: "off", value: parameter.example ?? parameter.schema.default ?? "" });
  return [input, el("tr", {}, el("th", {}, el("label", {}, parameter.name, input)), el("td", {}, about))];
}

function bodyFields(operation) {
  const media = operation.requestBody?.content?.["application/json"];
  if (!media) return [null, []];
  const examples = media.examples ?? { example: { value: media.example ?? {} } };
  const text = el("textarea", { "aria-label": "Body", spellcheck: "false" });
  const fill = (name) => (text.value = JSON.stringify(examples[name].value, null, 2));
  const names = Object.keys(examples);
  fill(names[0]);
  const about = el("p", {}, examples[names[0]].summary ?? "");
  const choose = el("select", { "aria-label": "Which example", onchange: () => { fill(choose.value); about.textContent = examples[choose.value].summary ?? ""; } },
    ...names.map((name) => el("option", {}, name)));
  return [text, [...block("Body", names.length > 1 ? choose : null, names.length > 1 ? about : null, text), ...shapeAndExample({ "application/json": { schema: media.schema } })].filter(Boolean)];
}

// Relative to this page, so that it is right behind a proxy and in a pit too.
const address = (path) => new URL(`..${path}`, document.baseURI);

async function send(method, path, values, body, out) {
  const rest = new URLSearchParams();
  let filled = path;
  for (const [name, [where, value]] of Object.entries(values)) {
    if (where === "path") filled = filled.replace(`{${name}}`, where === "path" && path.startsWith("/log/tile") ? value : encodeURIComponent(value));
    else if (value !== "") rest.set(name, value);
  }
  const target = address(filled);
  target.search = rest.toString();
  out.textContent = `${method.toUpperCase()} ${target.pathname}${target.search}\n…`;
  try {
    const headers = { ...(csrf ? { "x-csrf-token": csrf } : {}), ...(body === null ? {} : { "content-type": "application/json" }) };
    const answer = await fetch(target, { method, headers, body: body === null ? undefined : body });
    const kind = answer.headers.get("content-type") ?? "";
    const text = /json|text|svg/.test(kind) ? await answer.text() : `(${(await answer.blob()).size} bytes of ${kind || "nothing"})`;
    let whole = text;
    if (kind.startsWith("application/json")) {
      const data = JSON.parse(text || "null");
      if (data?.csrf) csrf = data.csrf;
      whole = JSON.stringify(data, null, 2);
    }
    out.textContent = `${method.toUpperCase()} ${target.pathname}${target.search}\n${answer.status} ${answer.statusText}\n\n${whole}`;
    if (path.startsWith("/api/session")) await whoAmI();
  } catch (fault) {
    out.textContent = `${method.toUpperCase()} ${target.pathname}: ${fault.message}`;
  }
}

function operationBlock(path, method, operation) {
  const content = el("div");
  const whole = el("details", { class: method, id: operation.operationId }, el("summary", {}, el("b", {}, method.toUpperCase()), ` ${path}`), content);
  const fillIn = () => {
    if (content.childElementCount) return;
    const fields = (operation.parameters ?? []).map((each) => [each, ...field(each)]);
    const [text, body] = bodyFields(operation);
    const out = el("pre", { role: "status", "aria-label": "Answer" }, "Not asked yet.");
    const ask = el("button", { type: "button", onclick: () => send(method, path,
      Object.fromEntries(fields.map(([each, input]) => [each.name, [each.in, input.value]])), text ? text.value : null, out) }, "Send");
    const answers = Object.entries(operation.responses).flatMap(([status, each]) =>
      status.startsWith("2") ? [el("p", {}, `${status}: ${each.description}`), ...shapeAndExample(each.content)] : [el("p", {}, `${status}: ${each.description}`)]);
    content.append(prose(operation.description), fields.length ? el("table", {}, el("tbody", {}, ...fields.map((each) => each[2]))) : "",
      ...body, ...block("Try it", ask, out), ...block("Answers", ...answers));
  };
  whole.addEventListener("toggle", fillIn);
  return whole;
}

function feedBlock(path, feed) {
  const content = el("div");
  const whole = el("details", { class: "feed" }, el("summary", {}, el("b", {}, "FEED"), ` ${path}`), content);
  const fields = feed.parameters.map((each) => [each, ...field(each)]);
  const out = el("pre", { role: "log", "aria-label": "Messages" }, "Not connected.");
  let socket = null;
  const listen = () => {
    socket?.close();
    const values = Object.fromEntries(fields.map(([each, input]) => [each.name, input.value]));
    const target = address(path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name])));
    target.protocol = target.protocol.replace("http", "ws");
    for (const [each, input] of fields) if (each.in === "query" && input.value !== "") target.searchParams.set(each.name, input.value);
    out.textContent = "";
    socket = new WebSocket(target);
    socket.onmessage = (message) => out.prepend(`${JSON.stringify(JSON.parse(message.data), null, 2)}\n\n`);
    socket.onclose = (end) => out.prepend(`Closed: ${end.code} ${end.reason}\n\n`);
  };
  const messages = Object.entries(feed.messages).flatMap(([type, each]) =>
    [el("h3", {}, type), prose(each.description), el("pre", {}, shown(each.example))]);
  content.append(prose(feed.description), el("table", {}, el("tbody", {}, ...fields.map((each) => each[2]))),
    ...block("Try it", el("button", { type: "button", onclick: listen }, "Listen"), el("button", { type: "button", onclick: () => socket?.close() }, "Stop"), out),
    ...block("Messages", ...messages));
  return whole;
}

async function whoAmI() {
  const at = document.getElementById("session");
  const answer = await fetch(address("/api/session"));
  const found = answer.ok ? await answer.json() : null;
  csrf = found?.csrf ?? "";
  const guest = el("button", { type: "button", onclick: async () => {
    await fetch(address("/api/session/guest"), { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    await whoAmI();
  } }, "Sit down as a guest");
  at.replaceChildren(...(found ? [`Requests are sent as ${found.name}.`] : ["Nobody is signed in here: sign in on the house's own page, or ", guest]));
}

function find(word) {
  for (const each of document.querySelectorAll("main > section > details")) {
    each.hidden = !each.dataset.words.includes(word.toLowerCase());
  }
  for (const each of document.querySelectorAll("main > section")) {
    each.hidden = ![...each.querySelectorAll(":scope > details")].some((details) => !details.hidden);
  }
}

async function start() {
  described = await (await fetch("openapi.json")).json();
  const groups = new Map();
  const into = (tag, made, words) => {
    made.dataset.words = words.toLowerCase();
    if (!groups.has(tag)) groups.set(tag, []);
    groups.get(tag).push(made);
  };
  for (const [path, operations] of Object.entries(described.paths)) {
    for (const method of METHODS.filter((each) => operations[each])) {
      const operation = operations[method];
      into(operation.tags?.[0] ?? "service", operationBlock(path, method, operation), `${method} ${path} ${operation.description}`);
    }
  }
  for (const [path, feed] of Object.entries(described["x-feeds"])) into("feeds", feedBlock(path, feed), `feed websocket ${path} ${feed.description}`);
  const main = document.getElementById("operations");
  for (const [tag, made] of groups) {
    document.getElementById("groups").append(el("a", { href: `#group-${tag}` }, tag));
    main.append(el("section", { id: `group-${tag}` }, el("h2", {}, tag), ...made));
  }
  document.getElementById("about").replaceChildren(`${described.info.description} Version ${described.info.version}. The same for programs: `, el("a", { href: "openapi.json" }, "openapi.json"), ".");
  document.getElementById("find").addEventListener("input", (typed) => find(typed.target.value));
  await whoAmI();
}

start().catch((fault) => (document.getElementById("about").textContent = `The description cannot be read: ${fault.message}`));
