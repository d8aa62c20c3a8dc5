import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { rewriteLinks } from "#upstream/text/link-marks";
import { shortened } from "#upstream/text/shortened";
import { BY_NAME, decodePart, encodePart } from "./link-by-name";
import { type SourceFile, sourceKey } from "./read-sources";

/**
 * Path of a link to an imported file until the import ends; see `pointLinks`. The file is named by a hash of its key,
 * because its id may not exist yet.
 */
export const LINK_TO_FILE = "/_imported/";

/** Name of a file in a link to it. */
export const fileHash = (key: string): string => createHash("sha256").update(key).digest("base64url").slice(0, 22);

const TEXT_FILE = /\.(?:md|markdown)$/i;
/** Addresses of blogs: `/2024/05/01/name/`. */
const DATED = /^\/?\d{4}\/\d{1,2}\/(?:\d{1,2}\/)?[^/]+\/?$/;
/** Path in an address: without the date of Jekyll's file names, and the name of a folder's own text. */
const addressOf = (path: string): string => path.replace(/(^|\/)\d{4}-\d{1,2}-\d{1,2}-(?=[^/]+$)|\/_?index$/, "$1");
const HAS_LINK = /\]\(\s*<?(?!https?:|mailto:|#)|^ {0,3}\[[^\]\n]+\]:/m;

/** Rewrites a text's links to other files; of links to files that are not imported, the words remain. */
type LinkFiles = (file: string, markdown: string) => { body: string; notes: string[] };

/**
 * Creates the rewriting of links between the files of a folder.
 * @param earlier paths of the files that were imported before
 */
export function linkedFiles(root: string, sources: readonly SourceFile[], earlier: readonly string[]): LinkFiles {
  const titles = new Map(sources.map(({ name, meta }) => [plain(name), "title" in meta ? meta.title : null]));
  const paths = new Map<string, string>();
  const byName = new Map<string, string[]>();
  for (const name of [...earlier, ...sources.map(({ name }) => name)]) {
    const path = plain(name);
    if (paths.has(path)) continue;
    paths.set(path, name);
    for (const each of new Set([posix.basename(path), posix.basename(addressOf(path))]))
      byName.set(each, [...(byName.get(each) ?? []), path]);
  }

  /** Finds a file by its path without extension, or that of its folder. */
  const atPath = (path: string): string | undefined =>
    [path, `${path}/index`, `${path}/_index`, `${path}/readme`].find((each) => paths.has(each));

  /** Finds a file by the end of its path; of several the one in the same folder, then the one with the shortest path. */
  function ending(file: string, path: string): string | undefined {
    const known = (byName.get(posix.basename(path)) ?? []).filter((each) =>
      [each, addressOf(each)].some((one) => `/${one}`.endsWith(`/${path}`)),
    );
    const beside = known.find((each) => posix.dirname(each) === posix.dirname(plain(file)));
    return beside ?? known.sort((a, b) => a.length - b.length)[0];
  }

  function find(file: string, target: string): string | undefined {
    if (target.startsWith(BY_NAME)) {
      const path = plain(decodePart(target.slice(BY_NAME.length)).replace(/^\/+/, ""));
      return atPath(path) ?? ending(file, path) ?? ending(file, posix.basename(path));
    }
    const path = plain(
      decodePart(target)
        .replace(/\.html?$/i, "")
        .replace(/\/+$/, ""),
    );
    const inFolder = path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(plain(file)), path);
    const found = atPath(inFolder.replace(/^\/+/, ""));
    if (found !== undefined) return found;
    if (TEXT_FILE.test(decodePart(target)) || DATED.test(path)) return ending(file, posix.basename(path));
    return path.startsWith("/") && path.length > 1 ? ending(file, path.slice(1)) : undefined;
  }

  return (file, markdown) => {
    if (!HAS_LINK.test(markdown)) return { body: markdown, notes: [] };
    const notes = new Set<string>();
    const body = rewriteLinks(markdown, (whole, label, isDefinition) => {
      const [, target = "", heading = ""] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(whole) ?? [];
      const isByName = target.startsWith(BY_NAME);
      if (!isByName && (target === "" || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target))) return null;
      const path = find(file, target);
      const name = decodePart(isByName ? target.slice(BY_NAME.length) : target);
      if (path === undefined) {
        if (!isByName && !TEXT_FILE.test(name) && (isDefinition || !isInFolder(root, file, name))) return null;
        notes.add(`链接的文件没有导入，${isDefinition ? "原样留下" : "只留下文字"}：${shortened(name)}`);
        return { label: label || name };
      }
      const key = sourceKey(root, paths.get(path) ?? path);
      const section = heading ? `#${encodePart(decodePart(heading))}` : "";
      const words = label || titles.get(path) || posix.basename(name);
      return { label: words, target: LINK_TO_FILE + fileHash(key) + section };
    });
    return { body, notes: [...notes] };
  };
}

/** Whether a relative link leads to a file of the folder, such as a table of Notion, which is not imported either. */
function isInFolder(root: string, file: string, target: string): boolean {
  const path = posix.join(posix.dirname(file), target);
  return !target.startsWith("/") && !path.startsWith("..") && /\.\w{2,5}$/.test(path) && existsSync(join(root, path));
}

/** Path without extension, in small letters, because Obsidian and many file systems compare them so. */
const plain = (path: string): string =>
  path.replace(TEXT_FILE, "").replaceAll("\\", "/").normalize("NFC").toLowerCase();
