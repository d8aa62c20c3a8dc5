import { withoutInvisible } from "#upstream/text/invisible";

/** Name for a file without any visible characters in its name. */
const NAMELESS = "未命名文件";

/**
 * Sanitizes a file name: the last path segment, without characters that hide, reverse what follows (`gpj.exe` for
 * `exe.jpg`) or end a header line.
 */
export function cleanFileName(given: string): string {
  const last = given.split(/[\\/]/).findLast((part) => withoutInvisible(part).trim() !== "") ?? "";
  return withoutInvisible(last).replace(/\s+/g, " ").trim().replace(/^\.+/, "") || NAMELESS;
}
