import { randomInt } from "node:crypto";
import { NICKNAME_MAX } from "#app/contract/limits";
import { withoutInvisible } from "#upstream/text/invisible";

/** A name without invisible characters and runs of spaces, cut to what a nickname may have. */
export function cleanNickname(name: string): string {
  const clean = withoutInvisible(name).replace(/\s+/g, " ").trim();
  return [...clean].slice(0, NICKNAME_MAX).join("").trim();
}

/** For somebody who has not chosen a name yet; tells nothing of the phone number. */
export const freshNickname = (): string => `新朋友${String(randomInt(1_000_000)).padStart(6, "0")}`;
