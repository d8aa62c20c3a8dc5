import { randomBytes, randomInt } from "node:crypto";
import { newIdempotencyKey } from "#app/components/ui/idempotency-key";

/** Places of a page that show who reads it, or that each rendering fills in its own way. */
export const PERSONAL_PLACES = ["userId", "nickname", "headline", "phone", "avatar", "formKey"] as const;
export type PersonalPlace = (typeof PERSONAL_PLACES)[number];

/** Texts that a member writes or that tell who they are; each may hold any character. */
const TEXTS = ["nickname", "headline", "phone"] as const;

/** Texts that stand in the places of a member's own while a page is rendered, so that no page that is kept holds those. */
export type Placeholders = Record<PersonalPlace, string>;

/** Own texts of a member, as a page shows them; of each form on a page the key is another. */
export type Identity = Record<Exclude<PersonalPlace, "formKey">, string>;

const PRIVATE_USE = { first: 0xe000, last: 0xf8ff };
const LETTERS = 8;

/** Stand-ins that nobody can know, so that nobody can write them into a text. */
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
    formKey: newIdempotencyKey(),
  };
}

/** Address of a picture: up to the first folder, the rest, and the ending, by which it is told how it is offered. */
const PICTURE = /^((?:https?:\/\/[\w.:-]+)?\/(?:[\w-]+\/)?)([\w/-]+)((?:\.\w+)?)$/;

type Profile = Record<string, unknown>;

/**
 * Puts stand-ins into a profile (`clientUser` of the contract) where it tells who the member is. What is left, and what is
 * empty, is their page's shape.
 * @returns null for one that can't be told apart from its place, such as an address that is no plain path
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
