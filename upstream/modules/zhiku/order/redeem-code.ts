import { createHash, randomInt } from "node:crypto";
import type { Db } from "#upstream/db/dialect";

/** Crockford's base 32: no letter looks like a digit. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Rows per statement. */
const AT_ONCE = 500;

/** Creates a code of 80 random bits: `7K2M-9QXD-04TB-WE6R`. */
function createCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/** A code as it is handed out, in a text such as the message or the row of a table that it came in. */
const WITHIN = /(?<![0-9A-Z])[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}(?![0-9A-Z])/;

/**
 * Normalizes a code as typed: full-width and lower-case letters, hyphens and spaces, O for 0, I or L for 1; the text
 * around a code pasted with it is left out.
 */
export function normalizeCode(typed: string): string {
  const text = typed.normalize("NFKC").toUpperCase();
  const letters = (WITHIN.exec(text)?.[0] ?? text).replace(/[^0-9A-Z]/g, "");
  return letters.replaceAll("O", "0").replace(/[IL]/g, "1");
}

/** Stored form of a code. It needs no secret, so that printed codes survive a change of SECRET_KEY. */
export const hashCode = (typed: string): string =>
  createHash("sha256")
    .update(`redeem-code|${normalizeCode(typed)}`)
    .digest("hex");

type NewCodes = { offerId: number; count: number; expiresAt: string | null; batchId?: number | null };

/**
 * Creates redeem codes for an offer, for one use each. Only hashes are stored: this is the only time that the codes are
 * returned.
 * @param expiresAt ISO 8601; null: never
 */
export async function createRedeemCodes(
  trx: Db,
  { offerId, count, expiresAt, batchId = null }: NewCodes,
): Promise<string[]> {
  const codes = Array.from({ length: count }, createCode);
  const rows = codes.map((code, at) => ({
    code_hash: hashCode(code),
    offer_id: offerId,
    expires_at: expiresAt,
    tail: code.slice(-GROUP_LENGTH),
    batch_id: batchId,
    number: batchId === null ? null : at + 1,
  }));
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await trx
      .insertInto("zhiku_redeem_codes")
      .values(rows.slice(from, from + AT_ONCE))
      .execute();
  }
  return codes;
}
