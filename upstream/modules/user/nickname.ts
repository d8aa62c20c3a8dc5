import { randomInt } from "node:crypto";
import { NICKNAME_MAX } from "#app/contract/limits";

/** Characters that show nothing themselves but change how others are shown, or hide that two names differ. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\u3164\uFFFC\uFFFD]/gu;

/** A name without invisible characters and runs of spaces, cut to what a nickname may have. */
export function cleanNickname(name: string): string {
  const clean = name.normalize("NFC").replace(INVISIBLE, "").replace(/\s+/g, " ").trim();
  return [...clean].slice(0, NICKNAME_MAX).join("").trim();
}

/** For somebody who has not chosen a name yet; tells nothing of the phone number. */
export const freshNickname = (): string => `新朋友${String(randomInt(1_000_000)).padStart(6, "0")}`;
