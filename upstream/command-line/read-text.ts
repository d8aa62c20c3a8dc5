import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { systemWords } from "#runtime/system-error";
import { Refusal } from "./as-staff";

/** Reads a text file; its name is relative to where the command was typed. @throws Refusal */
export const readText = (from: string, file: string): Promise<string> =>
  readFile(resolve(from, file), "utf8").catch((error) => unreadable(file, error));

/** Refuses a file, named as typed, that can't be read. @throws Refusal */
export function unreadable(file: string, error: NodeJS.ErrnoException): never {
  throw new Refusal(
    "NOT_FOUND",
    error.code === "ENOENT" ? `没有这个文件：${file}` : `读不了文件：${systemWords(error) ?? error.message}`,
  );
}
