const MAIL =
  /^[a-z0-9._+-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*\.[a-z]{2,24}$/i;
const SCHEME = /^mailto:/i;

/** Whether a text is exactly one mail address: no query, no second recipient, no quoted names. */
export const isMailAddress = (text: string): boolean => text.length <= 254 && MAIL.test(text);

/** Parses `mailto:` with one address and normalizes it; null for anything else. */
export function readMailLink(url: string): string | null {
  const address = SCHEME.test(url) ? url.replace(SCHEME, "") : null;
  return address !== null && isMailAddress(address) ? `mailto:${address}` : null;
}
