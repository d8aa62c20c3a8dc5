import Hashids from "hashids";

const MIN_LENGTH = 12;
/** Salt of the demo, which everybody knows. */
export const DEMO_SALT = "shequ";

/** Short ids of a salt: the form in which texts that members write stand in addresses. */
export function createShortIds(salt: string) {
  const hashids = new Hashids(salt, MIN_LENGTH);
  return {
    encode: (id: number): string => hashids.encode(id),
    /** Number behind a short id; null for anything that `encode` did not make. */
    decode(shortId: string | null | undefined): number | null {
      if (!shortId || !/^[0-9A-Za-z]{12,40}$/.test(shortId)) return null;
      const [id, ...rest] = hashids.decode(shortId);
      return typeof id === "number" && Number.isSafeInteger(id) && id > 0 && rest.length === 0 ? id : null;
    },
  };
}
