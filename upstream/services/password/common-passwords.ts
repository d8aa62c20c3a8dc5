import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isChineseCommon } from "./chinese-passwords";

/** Path from the project's root. */
const FILE = "upstream/services/password/common-passwords.txt";
const KEYBOARD_ROWS = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "abcdefghijklmnopqrstuvwxyz"];
const RUN_MIN = 4;

/** Owner of the password; the phone number in 11 digits. */
type Owner = { phone?: string | null; name?: string };

let known: Set<string> | null = null;

const MOBILE = /^1[3-9]\d{9}$/;

/**
 * Whether a password is easy to guess: a common one (also followed by digits), one composed as is common in China, a
 * phone number, the owner's name, a few repeated characters, or a keyboard sequence.
 */
export function isCommonPassword(password: string, { phone = null, name = "" }: Owner = {}): boolean {
  known ??= new Set(readFileSync(resolve(FILE), "utf8").split("\n"));
  const plain = password.normalize("NFKC").toLowerCase();
  const word = plain.replace(/[\d\p{P}\p{S}]{1,4}$/u, "");
  if (known.has(plain) || (word.length >= 8 && known.has(word))) return true;
  if (MOBILE.test(plain) || (phone && plain.includes(phone))) return true;
  const names = [name.normalize("NFKC").toLowerCase().replace(/\s/g, ""), phone?.slice(-8) ?? ""].filter(Boolean);
  if (isChineseCommon(plain, names)) return true;
  return new Set(plain).size < 4 || isRun(plain);
}

/** Whether a text consists of pieces of keyboard rows and the alphabet, forwards or backwards. */
function isRun(text: string): boolean {
  const rows = KEYBOARD_ROWS.flatMap((row) => [row, [...row].reverse().join("")]);
  let at = 0;
  while (at < text.length) {
    let length = Math.min(text.length - at, RUN_MIN);
    if (length < RUN_MIN || !rows.some((row) => row.includes(text.slice(at, at + length)))) return false;
    while (at + length < text.length && rows.some((row) => row.includes(text.slice(at, at + length + 1)))) length += 1;
    at += length;
  }
  return true;
}
