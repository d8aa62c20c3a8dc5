import { open } from "node:fs/promises";
import { z } from "zod";
import { readJsonArray } from "./json-array";

/** A Halo "extension" in its backup. */
export type Stored = { plural: string; name: string; number: number; thing: unknown; at: ByteRange };
/** Byte range in the file. */
export type ByteRange = { offset: number; length: number };

const ROW = z.object({ name: z.string(), data: z.string() });

/** Reads extensions of some kinds from a Halo backup: rows whose data is base64-encoded JSON. */
export async function* readStore(
  file: string,
  plurals: ReadonlySet<string>,
  read?: (bytes: number) => void,
): AsyncGenerator<Stored> {
  for await (const { value, number, ...at } of readJsonArray(file, read)) {
    const row = ROW.safeParse(value);
    const [plural = "", name = ""] = row.data?.name.split("/").slice(-2) ?? [];
    if (row.success && plurals.has(plural)) yield { plural, name, number, thing: thingOf(row.data.data), at };
  }
}

/** Reads extensions again by byte range. */
export async function storeReader(file: string) {
  const handle = await open(file);
  return {
    async thing({ offset, length }: ByteRange): Promise<unknown> {
      const bytes = Buffer.alloc(length);
      await handle.read(bytes, 0, length, offset);
      return thingOf(ROW.parse(JSON.parse(bytes.toString("utf8"))).data);
    },
    close: () => handle.close(),
  };
}

function thingOf(data: string): unknown {
  try {
    return JSON.parse(Buffer.from(data, "base64").toString("utf8"));
  } catch {
    return null;
  }
}
