import { createShortIds } from "#runtime/short-ids";
import { env } from "./env.server";

let shortIds: ReturnType<typeof createShortIds> | undefined;
const instance = () => {
  shortIds ??= createShortIds(env().hashidSalt);
  return shortIds;
};

/** Pages are full of links to the same few things, and making a short id takes as long as a lookup in the database. */
const KEPT = 10_000;
const known = new Map<number, string>();

/** The form in which articles, questions and answers stand in URLs. */
export function encodeId(id: number): string {
  const kept = known.get(id);
  if (kept !== undefined) return kept;
  const shortId = instance().encode(id);
  if (known.size >= KEPT) known.clear();
  known.set(id, shortId);
  return shortId;
}

/** The number behind a short id; null for anything that `encodeId` did not make. */
export const decodeId = (shortId: string | null | undefined): number | null => instance().decode(shortId);
