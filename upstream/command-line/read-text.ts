import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { BadUsage } from "./command";

/** Reads a text file; its name is relative to where the command was typed. @throws BadUsage */
export const readText = (from: string, file: string): Promise<string> =>
  readFile(resolve(from, file), "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new BadUsage(error.code === "ENOENT" ? `没有这个文件：${file}` : `读不了文件：${error.message}`);
  });
