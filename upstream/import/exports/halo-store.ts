import { open } from "node:fs/promises";
import { z } from "zod";
import { readJsonArray } from "./json-array";

/** A thing of Halo ("extension") as its backup keeps it. */
export type Stored = { plural: string; name: string; number: number; thing: unknown; at: Place };
/** Bytes of the file in which something is written. */
export type Place = { offset: number; length: number };

const ROW = z.object({ name: z.string(), data: z.string() });

/** Things of some kinds in a backup of Halo: rows whose data is JSON in base64. */
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

/** Reads things again by their places. */
export async function storeReader(file: string) {
  const handle = await open(file);
  return {
    async thing({ offset, length }: Place): Promise<unknown> {
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
