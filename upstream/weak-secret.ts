/** Minimum number of characters of a secret, and of different ones among them, which random text of that length has. */
const LENGTH_MIN = 32;
const DIFFERENT_MIN = 10;
/** Placeholders that are copied from examples. */
const PLACEHOLDER = /change.?(?:me|this)|example|secret|password|shequ|your.?key|placeholder|0123456789|abcdefgh/i;

/** Requirement that a signing secret does not meet; null if it is long and varied enough. */
export function weaknessOf(secret: string): string | null {
  if (secret.length < LENGTH_MIN) return `至少要 ${LENGTH_MIN} 个字符，可以用 openssl rand -base64 32 生成`;
  if (new Set(secret).size < DIFFERENT_MIN)
    return `至少要有 ${DIFFERENT_MIN} 种不同的字符，可以用 openssl rand -base64 32 生成`;
  return PLACEHOLDER.test(secret) ? "要随机的字符，可以用 openssl rand -base64 32 生成" : null;
}
