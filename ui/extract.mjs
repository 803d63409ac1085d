// Brings the catalogues in src/language up to date with the code: new texts come in with an empty translation, in the file
// of the folder that has them, and texts that are gone go out.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { runnerImport } from "vite";

const { module } = await runnerImport("./src/language/scan.ts");
const paths = readdirSync("src", { recursive: true, encoding: "utf8" }).map((path) => `src/${path.replaceAll("\\", "/")}`);
const sources = paths.filter((path) => /\.tsx?$/.test(path) && module.isSource(path)).sort();

const folders = new Map();
for (const path of sources) {
  for (const key of module.scan(path, readFileSync(path, "utf8")).keys.keys()) if (!folders.has(key)) folders.set(key, module.folderOf(path));
}
for (const language of ["es", "zh"]) {
  const at = `src/language/${language}`;
  const files = new Map();
  const left = new Map([...folders].filter(([key]) => module.isKeyOf(language, key)));
  for (const name of readdirSync(at).sort()) {
    const kept = Object.entries(JSON.parse(readFileSync(`${at}/${name}`, "utf8"))).filter(([key, text]) => text && left.delete(key));
    files.set(name, kept);
  }
  for (const [key, folder] of left) files.set(`${folder}.json`, [...(files.get(`${folder}.json`) ?? []), [key, ""]]);
  for (const [name, texts] of files) {
    texts.sort(([one], [other]) => (one < other ? -1 : 1));
    if (texts.length) writeFileSync(`${at}/${name}`, `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`);
    else rmSync(`${at}/${name}`, { force: true });
  }
  console.log(`${language}: ${left.size} texts to translate`);
}
