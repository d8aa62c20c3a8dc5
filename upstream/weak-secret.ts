/** Minimum number of characters of a secret, and of different ones among them, which random text of that length has. */
const LENGTH_MIN = 32;
const DIFFERENT_MIN = 10;
/** Placeholders that are copied from examples. */
const PLACEHOLDER = /change.?(?:me|this)|example|secret|password|shequ|your.?key|placeholder|0123456789|abcdefgh/i;

/** Requirement that a signing secret does not meet; null if it is long and varied enough. */
export function weaknessOf(secret: string): string | null {
  if (secret.length < LENGTH_MIN) return `at least ${LENGTH_MIN} characters`;
  if (new Set(secret).size < DIFFERENT_MIN) return `at least ${DIFFERENT_MIN} different characters`;
  return PLACEHOLDER.test(secret) ? "random characters, e.g. from `openssl rand -base64 32`" : null;
}
