import { rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { systemWords } from "#runtime/system-error";
import { Refusal } from "./as-staff";
import type { CommandInput } from "./command";

/** Prints an export, or writes it to a new file. @throws Refusal */
export async function writeOut(
  { options: { out }, from }: Pick<CommandInput, "options" | "from">,
  file: Response,
): Promise<string> {
  const bytes = Buffer.from(await file.arrayBuffer());
  if (out === undefined)
    return bytes
      .toString()
      .replace(/^\uFEFF/, "")
      .trimEnd();
  const path = resolve(from, out);
  await writeFile(path, bytes, { flag: "wx", mode: 0o600 }).catch(async (error: NodeJS.ErrnoException) => {
    // On a full disk there is a part of it, which the next attempt would not overwrite.
    if (error.code !== "EEXIST") await rm(path, { force: true }).catch(() => {});
    unwritable(error);
  });
  return `已写入 ${out}`;
}

/** Refuses a file of `--out` that can't be created or written. @throws Refusal */
export function unwritable(error: NodeJS.ErrnoException): never {
  throw new Refusal(
    "CONFLICT",
    error.code === "EEXIST" ? "--out 的文件已经有了" : `写不了 --out 的文件：${systemWords(error) ?? error.message}`,
  );
}
