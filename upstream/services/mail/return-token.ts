/** Returns an address with a token after a +: `bounces+token@example.com`. */
export const taggedAddress = (address: string, token: string): string => address.replace("@", `+${token}@`);

/**
 * Extracts our tokens from header fields, i.e. what follows `+` in addresses based on `address`, case-insensitively.
 */
export function tokensIn(texts: readonly string[], address: string): string[] {
  const [local = "", domain = ""] = address.toLowerCase().split("@");
  const all = texts.join("\n").toLowerCase();
  return [...all.matchAll(/([\w.!#$%&'*/=?^`{|}~-]{1,20})\+([\w-]{1,43})@([a-z0-9.-]{1,253})/g)].flatMap(
    ([, name, token = "", host]) => (name === local && host === domain ? [token] : []),
  );
}
