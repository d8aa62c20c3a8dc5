import Hashids from "hashids";
import { env } from "./env.server";

const MIN_LENGTH = 12;
let hashids: Hashids | undefined;
const instance = () => {
  hashids ??= new Hashids(env().hashidSalt, MIN_LENGTH);
  return hashids;
};

/** The form in which articles, questions and answers stand in URLs. */
export const encodeId = (id: number): string => instance().encode(id);

/** The number behind a short id; null for anything that `encodeId` did not make. */
export function decodeId(shortId: string | null | undefined): number | null {
  if (!shortId || !/^[0-9A-Za-z]{12,40}$/.test(shortId)) return null;
  const [id, ...rest] = instance().decode(shortId);
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 && rest.length === 0 ? id : null;
}
