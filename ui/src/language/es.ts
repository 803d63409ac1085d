import { joined } from "./joined";

export default joined(import.meta.glob<Record<string, string>>("./es/*.json", { eager: true, import: "default" }));
