import { env } from "#app/server/env.server";
import { createShortIds } from "#runtime/short-ids";

let shortIds: ReturnType<typeof createShortIds> | undefined;
const instance = () => {
  shortIds ??= createShortIds(env().hashidSalt);
  return shortIds;
};

/**
 * Maximum number of cached ids; pages have many links to the same few items, and encoding takes as long as a database
 * lookup.
 */
const KEPT = 10_000;
const known = new Map<number, string>();

/** The short id that identifies an article, question or answer in URLs. */
export function encodeId(id: number): string {
  const kept = known.get(id);
  if (kept !== undefined) return kept;
  const shortId = instance().encode(id);
  if (known.size >= KEPT) known.clear();
  known.set(id, shortId);
  return shortId;
}

/** The number behind a short id; null if `encodeId` did not make it. */
export const decodeId = (shortId: string | null | undefined): number | null => instance().decode(shortId);
