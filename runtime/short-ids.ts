import Hashids from "hashids";

const MIN_LENGTH = 12;
/** Salt of the demo; it is public. */
export const DEMO_SALT = "shequ";

/** Creates the encoder and decoder of short ids (the ids of members' texts in URLs) for a salt. */
export function createShortIds(salt: string) {
  const hashids = new Hashids(salt, MIN_LENGTH);
  return {
    encode: (id: number): string => hashids.encode(id),
    /** Number behind a short id; null if `encode` did not make it. */
    decode(shortId: string | null | undefined): number | null {
      if (!shortId || !/^[0-9A-Za-z]{12,40}$/.test(shortId)) return null;
      const [id, ...rest] = hashids.decode(shortId);
      return typeof id === "number" && Number.isSafeInteger(id) && id > 0 && rest.length === 0 ? id : null;
    },
  };
}
