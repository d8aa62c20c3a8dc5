import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { AGREEMENTS, type AgreementKey } from "#app/contract/people/agreements";

/** Path from the project's root. */
const FOLDER = "upstream/modules/admin/agreement/templates";

/** Reads the template of an agreement: its title, and Markdown with blanks to fill in （【公司全称】）. */
export async function readTemplate(key: AgreementKey): Promise<{ title: string; content: string }> {
  return { title: AGREEMENTS[key].name, content: (await readFile(resolve(FOLDER, `${key}.md`), "utf8")).trim() };
}
