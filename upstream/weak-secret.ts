/** Characters that a secret has at least, and how many different ones: random text of the former has the latter. */
const LENGTH_MIN = 32;
const DIFFERENT_MIN = 10;
/** Secrets of examples, which are copied from there. */
const PLACEHOLDER = /change.?(?:me|this)|example|secret|password|shequ|your.?key|placeholder|0123456789|abcdefgh/i;

/** Fault of a secret that signs; null when it is long and varied enough not to be guessed. */
export function weaknessOf(secret: string): string | null {
  if (secret.length < LENGTH_MIN) return `at least ${LENGTH_MIN} characters`;
  if (new Set(secret).size < DIFFERENT_MIN) return `at least ${DIFFERENT_MIN} different characters`;
  return PLACEHOLDER.test(secret) ? "random characters, e.g. from `openssl rand -base64 32`" : null;
}
