/** Joins the files of a language into one catalogue; each file has the texts of one folder. */
export const joined = (files: Record<string, Record<string, string>>): Record<string, string> => Object.assign({}, ...Object.values(files)) as Record<string, string>;
