import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
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
  await writeFile(resolve(from, out), bytes, { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(
      "CONFLICT",
      error.code === "EEXIST" ? "--out 的文件已经有了" : `写不了 --out 的文件：${error.message}`,
    );
  });
  return `已写入 ${out}`;
}
