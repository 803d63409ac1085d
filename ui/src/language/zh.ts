import { joined } from "./joined";

export default joined(import.meta.glob<Record<string, string>>("./zh/*.json", { eager: true, import: "default" }));
