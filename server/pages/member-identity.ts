import { randomBytes, randomInt } from "node:crypto";

/** Values in a page that identify its reader. */
export const PERSONAL_PLACES = ["userId", "nickname", "headline", "phone", "avatar"] as const;
export type PersonalPlace = (typeof PERSONAL_PLACES)[number];

/** Free text about the member, which may contain any character. */
const TEXTS = ["nickname", "headline", "phone"] as const;

/** Placeholders rendered instead of a member's own values, so that no cached page contains those. */
export type Placeholders = Record<PersonalPlace, string>;

/** A member's own values as a page shows them. */
export type Identity = Record<PersonalPlace, string>;

const PRIVATE_USE = { first: 0xe000, last: 0xf8ff };
const LETTERS = 8;

/** Creates random placeholders; nobody can guess them and write them into a text. */
export function createPlaceholders(): Placeholders {
  const unwritten = () =>
    Array.from({ length: LETTERS }, () => String.fromCharCode(randomInt(PRIVATE_USE.first, PRIVATE_USE.last + 1))).join(
      "",
    );
  return {
    userId: String(randomInt(10 ** 14, 2 * 10 ** 14)),
    nickname: unwritten(),
    headline: unwritten(),
    phone: unwritten(),
    avatar: `hole${randomBytes(12).toString("hex")}`,
  };
}

/**
 * URL of a picture: everything up to the first folder, the rest, and the extension, which decides how the picture is
 * embedded.
 */
const PICTURE = /^((?:https?:\/\/[\w.:-]+)?\/(?:[\w-]+\/)?)([\w/-]+)((?:\.\w+)?)$/;

type Profile = Record<string, unknown>;

/**
 * Replaces the values in a profile (`clientUser` of the contract) that identify the member by placeholders. Everything
 * else, including which values are empty, determines the shape of the page.
 * @returns null if a value can't be replaced safely, such as a URL that is not a plain path
 */
export function withPlaceholders(
  profile: Profile,
  placeholders: Placeholders,
): { profile: Profile; identity: Identity } | null {
  const { userId, avatar } = profile;
  if (typeof userId !== "number" || typeof avatar !== "string") return null;
  const identity: Identity = { userId: String(userId), nickname: "", headline: "", phone: "", avatar: "" };
  const disguised: Profile = { ...profile, userId: Number(placeholders.userId) };
  for (const name of TEXTS) {
    const text = profile[name];
    if (typeof text !== "string" || text === "") continue;
    identity[name] = text;
    disguised[name] = placeholders[name];
  }
  if (avatar === "") return { profile: disguised, identity };
  const [, head, own, end] = PICTURE.exec(avatar) ?? [];
  if (own === undefined) return null;
  return {
    profile: { ...disguised, avatar: `${head}${placeholders.avatar}${end}` },
    identity: { ...identity, avatar: own },
  };
}
