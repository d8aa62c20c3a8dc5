import { createReadStream } from "node:fs";
import { BadExport } from "./entry";

/** An object of an array, its index, and its byte range. */
export type Item = { value: unknown; number: number; offset: number; length: number };

const [QUOTE, BACKSLASH, OPEN, CLOSE] = [0x22, 0x5c, 0x7b, 0x7d];

/**
 * Yields the objects of a file that is one JSON array, with only one of them in memory at a time.
 * @throws BadExport if it is not valid JSON, or truncated
 */
export async function* readJsonArray(file: string, read: (bytes: number) => void = () => {}): AsyncGenerator<Item> {
  let [depth, inString, escaped, number] = [0, false, false, 0];
  let begun = 0;
  let before: Buffer[] = [];
  let offset = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    const bytes = chunk as Buffer;
    read(bytes.length);
    let from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN) {
        if (depth === 0) {
          from = at;
          begun = offset + at;
        }
        depth += 1;
      } else if (byte === CLOSE) {
        depth -= 1;
        if (depth > 0) continue;
        number += 1;
        const whole = Buffer.concat([...before, bytes.subarray(from, at + 1)]);
        before = [];
        yield { value: parse(whole, number), number, offset: begun, length: whole.length };
      }
    }
    if (depth > 0) before.push(bytes.subarray(from));
    offset += bytes.length;
  }
  if (depth !== 0) throw new BadExport(`文件不完整：第 ${number + 1} 条没有写完。请重新导出；前面的已经导入`);
}

function parse(bytes: Buffer, number: number): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new BadExport(`第 ${number} 条不是有效的 JSON`);
  }
}
