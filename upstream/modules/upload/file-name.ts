import { withoutInvisible } from "#upstream/text/invisible";

/** For a file whose name has nothing that shows. */
const NAMELESS = "未命名文件";

/**
 * File name from a sender, made fit to be shown and to be saved under: the last part of a path, without characters that
 * hide, turn what follows around (`gpj.exe` for `exe.jpg`) or end a header's line.
 */
export function cleanFileName(given: string): string {
  const last = given.split(/[\\/]/).findLast((part) => withoutInvisible(part).trim() !== "") ?? "";
  return withoutInvisible(last).replace(/\s+/g, " ").trim().replace(/^\.+/, "") || NAMELESS;
}
