import type { MarkdownIt } from "markdown-it";
import { readWebAddress, type Site, type WebAddress } from "#upstream/text/web-address";

/** Parses a URL of a text; null if no link may have it. */
export type ReadAddress = (raw: string) => WebAddress | null;

/**
 * Creates the reader of a text's URLs. Parsing asks for each of them, to validate it, and rendering once more: it keeps
 * those of the last parsed text.
 */
export function textAddresses(md: MarkdownIt, site: Site): ReadAddress {
  const known = new Map<string, WebAddress | null>();
  md.core.ruler.before("normalize", "forget_addresses", () => known.clear());
  return (raw) => {
    const found = known.get(raw);
    if (found !== undefined) return found;
    const address = readWebAddress(raw, site);
    known.set(raw, address);
    return address;
  };
}
