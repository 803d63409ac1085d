// Compares what npm has installed with what package-lock.json pins, and exits with status 1 if a package is installed that
// the lock does not name with this hash. Run in ui/.
import { readFileSync } from "node:fs";

const read = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
const locked = read("package-lock.json");
const installed = read("node_modules/.package-lock.json");

const unpinned = Object.entries(installed).filter(
  ([path, found]) => !locked[path]?.integrity || locked[path].integrity !== found.integrity,
);
for (const [path, found] of unpinned) {
  const name = path.replace(/^.*node_modules\//, "");
  console.error(`houserules: ui/package-lock.json has no hash of ${name} ${found.version}, a build for this platform`);
}
if (unpinned.length > 0) {
  console.error("houserules: add it to the lock on this platform (npm install in ui/) and look at the difference,");
  console.error("houserules: or build with HOUSERULES_UNPINNED=1");
  process.exit(1);
}
