import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { ownCookie } from "#app/server/own-cookie.server";
import { CLOCKS_APART } from "#runtime/clocks-apart";
import { HOUR, MINUTE, SECOND } from "#runtime/time-units";

/** Numbers to be tried, half of them on average: about a second on a phone. As many as of the captcha. */
const NUMBER_MAX = 100_000;
/** Milliseconds in which a question is to be answered. */
const ANSWERED_WITHIN = 10 * MINUTE;
/** Milliseconds that a toll holds. */
const HOLDS = HOUR;
const MAC_LENGTH = 22;

/** Payment of a stranger: by work of their machine, or, without scripts, by waiting. */
export type Toll = { paidBy: "work" | "waiting" /** Same for the same payment. */; id: string };

/** Work to be done: which number, at most `max`, gives this SHA-256 behind the salt? */
export type Work = { salt: string; hash: string; max: number };

const cookie = ownCookie("toll");
const LETTERS = { work: "w", waiting: "t" } as const;
const VALUE = /^([wt])([0-9a-z]{1,12})\.([\w-]{16})\.([\w-]{22})$/;
const SALT = /^([0-9a-z]{1,12})\.([\w-]{16})$/;

export type Tolls = ReturnType<typeof createTolls>;

/**
 * Asks for work, knows its answer without remembering it, and keeps in a signed cookie that it was done, or since when
 * somebody waits. The cookie says nothing of its bearer; the same answer sent twice is the same toll.
 * @param key the same in all processes behind one address
 */
export function createTolls(key: Buffer, clock: () => number = Date.now) {
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("base64url").slice(0, MAC_LENGTH);
  const isSigned = (text: string, mac: string) => timingSafeEqual(Buffer.from(sign(text)), Buffer.from(mac));
  const numberOf = (salt: string) =>
    createHmac("sha256", key).update(`number ${salt}`).digest().readUInt32BE() % NUMBER_MAX;
  const now36 = () => clock().toString(36);
  const random = () => randomBytes(12).toString("base64url");
  /** Milliseconds since a time that stands in a salt or a value; null for one that is still to come. */
  const age = (time: string) => {
    const passed = clock() - Number.parseInt(time, 36);
    return passed < -CLOCKS_APART ? null : Math.max(0, passed);
  };

  const setCookie = (paidBy: Toll["paidBy"], time: string, id: string) => {
    const text = `${LETTERS[paidBy]}${time}.${id}`;
    return cookie.set(`${text}.${sign(text)}`, HOLDS / SECOND);
  };

  return {
    /** Work that nobody has done before. */
    work(): Work {
      const salt = `${now36()}.${random()}`;
      const hash = createHash("sha256")
        .update(salt + numberOf(salt))
        .digest("hex");
      return { salt, hash, max: NUMBER_MAX };
    },
    /** `Set-Cookie` for whoever has done a work; null where they have not, or too long ago. */
    pay(salt: string, number: string): string | null {
      const [, time = "", id = ""] = SALT.exec(salt) ?? [];
      const passed = time ? age(time) : null;
      if (passed === null || passed > ANSWERED_WITHIN || number !== String(numberOf(salt))) return null;
      return setCookie("work", time, id);
    },
    /** `Set-Cookie` for whoever begins to wait now. */
    wait: (): string => setCookie("waiting", now36(), random()),
    /** The toll in a Cookie header; null where there is none that holds. Waiting counts after so many milliseconds. */
    read(header: string | undefined, waitedFor: number): Toll | "waits" | null {
      const [, letter = "", time = "", id = "", mac = ""] = VALUE.exec(cookie.readIn(header) ?? "") ?? [];
      if (!mac || !isSigned(`${letter}${time}.${id}`, mac)) return null;
      const passed = age(time);
      if (passed === null || passed > HOLDS) return null;
      if (letter === LETTERS.work) return { paidBy: "work", id };
      return passed >= waitedFor ? { paidBy: "waiting", id } : "waits";
    },
  };
}
