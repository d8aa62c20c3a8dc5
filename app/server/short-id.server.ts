import Hashids from "hashids";
import { env } from "./env.server";

const MIN_LENGTH = 12;
let hashids: Hashids | undefined;
const instance = () => {
  hashids ??= new Hashids(env().hashidSalt, MIN_LENGTH);
  return hashids;
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
export function decodeId(shortId: string | null | undefined): number | null {
  if (!shortId || !/^[0-9A-Za-z]{12,40}$/.test(shortId)) return null;
  const [id, ...rest] = instance().decode(shortId);
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 && rest.length === 0 ? id : null;
}
