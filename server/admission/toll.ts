import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { ownCookie } from "#app/server/cookies/own-cookie.server";
import { CLOCKS_APART } from "#runtime/clocks-apart";
import { HOUR, MINUTE, SECOND } from "#runtime/time-units";

/** Range of the number to find; on average half are tried, about a second on a phone. Same as the captcha's. */
const NUMBER_MAX = 100_000;
/** Milliseconds in which a challenge has to be solved. */
const SOLVED_WITHIN = 10 * MINUTE;
/** Milliseconds that a toll is valid. */
const VALID_FOR = HOUR;
const MAC_LENGTH = 22;

/** Payment of a stranger. */
export type Toll = {
  /** By proof of work, or, without scripts, by waiting. */
  paidBy: "work" | "waiting";
  /** Id, the same for the same payment. */
  id: string;
};

/** Proof-of-work challenge: which number up to `max`, appended to the salt, has this SHA-256 hash? */
export type Challenge = { salt: string; hash: string; max: number };

const cookie = ownCookie("toll");
const LETTERS = { work: "w", waiting: "t" } as const;
const VALUE = /^([wt])([0-9a-z]{1,12})\.([\w-]{16})\.([\w-]{22})$/;
const SALT = /^([0-9a-z]{1,12})\.([\w-]{16})$/;

export type Tolls = ReturnType<typeof createTolls>;

/**
 * Issues challenges, verifies solutions without storing anything, and records in a signed cookie that a challenge was
 * solved, or since when a reader has been waiting. The cookie does not identify its bearer; sending the same solution twice gives
 * the same toll.
 * @param key the same in all processes behind one address
 */
export function createTolls(key: Buffer, clock: () => number = Date.now) {
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("base64url").slice(0, MAC_LENGTH);
  const isSigned = (text: string, mac: string) => timingSafeEqual(Buffer.from(sign(text)), Buffer.from(mac));
  const numberOf = (salt: string) =>
    createHmac("sha256", key).update(`number ${salt}`).digest().readUInt32BE() % NUMBER_MAX;
  const now36 = () => clock().toString(36);
  const random = () => randomBytes(12).toString("base64url");
  /** Milliseconds since a timestamp in a salt or cookie; null if it lies in the future. */
  const age = (time: string) => {
    const passed = clock() - Number.parseInt(time, 36);
    return passed < -CLOCKS_APART ? null : Math.max(0, passed);
  };

  const setCookie = (paidBy: Toll["paidBy"], time: string, id: string) => {
    const text = `${LETTERS[paidBy]}${time}.${id}`;
    return cookie.set(`${text}.${sign(text)}`, VALID_FOR / SECOND);
  };

  return {
    /** A new challenge. */
    challenge(): Challenge {
      const salt = `${now36()}.${random()}`;
      const hash = createHash("sha256")
        .update(salt + numberOf(salt))
        .digest("hex");
      return { salt, hash, max: NUMBER_MAX };
    },
    /** `Set-Cookie` for a solved challenge; null if the solution is wrong or too late. */
    pay(salt: string, number: string): string | null {
      const [, time = "", id = ""] = SALT.exec(salt) ?? [];
      const passed = time ? age(time) : null;
      if (passed === null || passed > SOLVED_WITHIN || number !== String(numberOf(salt))) return null;
      return setCookie("work", time, id);
    },
    /** `Set-Cookie` for a reader who starts waiting now. */
    wait: (): string => setCookie("waiting", now36(), random()),
    /**
     * The toll in a Cookie header; null if there is no valid one. "waits": they have waited for less than `waitedFor`
     * milliseconds.
     */
    read(header: string | undefined, waitedFor: number): Toll | "waits" | null {
      const [, letter = "", time = "", id = "", mac = ""] = VALUE.exec(cookie.readIn(header) ?? "") ?? [];
      if (!mac || !isSigned(`${letter}${time}.${id}`, mac)) return null;
      const passed = age(time);
      if (passed === null || passed > VALID_FOR) return null;
      if (letter === LETTERS.work) return { paidBy: "work", id };
      return passed >= waitedFor ? { paidBy: "waiting", id } : "waits";
    },
  };
}
