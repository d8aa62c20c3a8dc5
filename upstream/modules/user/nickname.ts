import { randomInt } from "node:crypto";
import { NICKNAME_MAX } from "#app/contract/limits";
import { withoutInvisible } from "#upstream/text/invisible";

/** Normalizes a nickname: without invisible characters and repeated spaces, cut to the maximum length. */
export function cleanNickname(name: string): string {
  const clean = withoutInvisible(name).replace(/\s+/g, " ").trim();
  const cut = [...clean].slice(0, NICKNAME_MAX).join("");
  // The cut may be between a joiner and its second emoji.
  return withoutInvisible(cut).trim();
}

/** Generated nickname for somebody who has not chosen one yet; reveals nothing about the phone number. */
export const freshNickname = (): string => `新朋友${String(randomInt(1_000_000)).padStart(6, "0")}`;
