// Loads settings from the file `.env` next to package.json, if there is one; the environment's own variables take
// precedence. ENV_FILE names another file, or none if it is empty, so that tests never use the developer's database.
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { readAsSystemd } from "./read-as-systemd.mjs";

const named = process.env.ENV_FILE;
const file = named ?? ".env";
if (file && existsSync(file)) {
  refuseAmbiguous(file);
  process.loadEnvFile(file);
  // The programs refuse one that nobody has read; theirs read nothing again.
  if (named) process.env.ENV_FILE = "";
} else if (named) {
  // Without its settings, the demo would start.
  refuse(`ENV_FILE: 没有文件 ${named}`);
}

/**
 * Refuses settings of which two programs would read different values: a named file is read by systemd for the site as
 * well, and by Node.js for the command line, whose links and keys would be others than the site's.
 * @param {string} path
 */
function refuseAmbiguous(path) {
  const text = readFileSync(path, "utf8");
  const [asSystemd, cut] = [readAsSystemd(text), valuesCut(text)];
  /** @type {(name: string, value?: string) => boolean} */
  const isRead = (name, value = "") => (named ? asSystemd.get(name) === value : cut.get(name) !== value.trimEnd());
  const names = Object.entries(parseEnv(text)).flatMap(([name, value]) => (isRead(name, value) ? [] : [name]));
  if (names.length > 0) {
    refuse(
      `${path}：${names.join("、")} 在不同的程序里会读成不同的值。请把值写在单引号里，如 ${names[0]}='…'，注释另起一行。` +
        `站点已经在用的值不要变：${named ? "由 systemd 启动的站读到行尾，连同 #；" : ""}npm start 读到 # 之前`,
    );
  }
}

/**
 * Values without quotes that Node.js cuts at a `#` which Docker Compose keeps: for a comment, it needs a space before it,
 * after a value. Systemd does not read such a file.
 * @param {string} text
 * @returns {Map<string, string>} what is left of them, by name
 */
function valuesCut(text) {
  const cut = new Map();
  for (const [, name, value = ""] of text.matchAll(/^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*([^\s"'`].*)$/gm)) {
    const [left, whole] = ["#", " #"].map((sign) => value.split(sign, 1)[0]?.trimEnd());
    if (left !== whole) cut.set(name, left);
  }
  return cut;
}

/** @param {string} message */
function refuse(message) {
  console.error(message);
  process.exit(1);
}
