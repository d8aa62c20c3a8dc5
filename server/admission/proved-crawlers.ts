import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { DAY, HOUR, MINUTE, SECOND } from "#runtime/time-units";
import { isPrivate } from "#server/request/private-address";
import { type Crawler, crawlerNamed } from "./crawlers";

/** Milliseconds that a result is cached; `unknown`: the DNS lookup failed. */
const BELIEVED = { proved: DAY, refuted: HOUR, unknown: 5 * MINUTE };
const KNOWN_MAX = 5_000;
/** Maximum number of concurrent lookups; others are looked up at their next request. */
const LOOKUPS_MAX = 4;

/** DNS lookups. */
export type Names = {
  /** Host names of an address. */
  reverse(ip: string): Promise<string[]>;
  /** Addresses of a host name. */
  addresses(name: string): Promise<string[]>;
};

export type ProvedCrawlers = ReturnType<typeof createProvedCrawlers>;

/**
 * Verifies crawlers by forward-confirmed reverse DNS: the address's host name is in a domain of the crawler's operator,
 * and resolves back to the address. Lookups run in the background and no request waits for them; until verified, a
 * crawler counts as a stranger.
 */
export function createProvedCrawlers({
  names = resolverNames(),
  clock = () => performance.now(),
}: {
  names?: Names;
  clock?: () => number;
} = {}) {
  const known = new Map<string, { proved: boolean; until: number }>();
  const asked = new Set<string>();

  async function lookUp(key: string, crawler: Crawler, ip: string): Promise<void> {
    const found = await isProved(names, crawler, ip).then(
      (proved) => (proved ? "proved" : "refuted"),
      () => "unknown" as const,
    );
    known.delete(key);
    known.set(key, { proved: found === "proved", until: clock() + BELIEVED[found] });
    if (known.size > KNOWN_MAX) known.delete(known.keys().next().value as string);
    asked.delete(key);
  }

  return {
    /** Name of the verified crawler behind a request; null for anything else, and while it is not known yet. */
    of(userAgent: string, ip: string): string | null {
      const crawler = crawlerNamed(userAgent);
      if (!crawler || isPrivate(ip)) return null;
      const key = `${crawler.name} ${ip}`;
      const found = known.get(key);
      if (found && clock() < found.until) return found.proved ? crawler.name : null;
      if (!asked.has(key) && asked.size < LOOKUPS_MAX) {
        asked.add(key);
        void lookUp(key, crawler, ip);
      }
      return null;
    },
  };
}

async function isProved(names: Names, { hosts }: Crawler, ip: string): Promise<boolean> {
  const bare = plain(ip);
  for (const name of (await names.reverse(ip.replace(/^::ffff:(?=\d+\.)/i, ""))).slice(0, 4)) {
    const host = name.toLowerCase().replace(/\.$/, "");
    if (!hosts.some((one) => host.endsWith(`.${one}`))) continue;
    if ((await names.addresses(host)).some((address) => plain(address) === bare)) return true;
  }
  return false;
}

/** An address in canonical form for comparison. */
function plain(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
  return isIP(address) === 6 ? new URL(`http://[${address}]`).hostname : address;
}

/** DNS errors that mean "no such record", which is a valid result. */
const NONE = new Set(["ENOTFOUND", "ENODATA"]);

function resolverNames(): Names {
  const resolver = new Resolver({ timeout: 2 * SECOND, tries: 2 });
  const orNone = (error: NodeJS.ErrnoException): string[] => {
    if (NONE.has(error.code ?? "")) return [];
    throw error;
  };
  return {
    reverse: (ip) => resolver.reverse(ip).catch(orNone),
    addresses: async (name) =>
      (await Promise.all([resolver.resolve4(name).catch(orNone), resolver.resolve6(name).catch(orNone)])).flat(),
  };
}
