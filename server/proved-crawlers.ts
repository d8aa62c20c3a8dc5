import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { DAY, HOUR, MINUTE, SECOND } from "#runtime/time-units";
import { type Crawler, crawlerNamed } from "./crawlers";
import { isPrivate } from "./private-address";

/** Milliseconds that what was found is believed; `unknown` where the names could not be asked for. */
const BELIEVED = { proved: DAY, refuted: HOUR, unknown: 5 * MINUTE };
const KNOWN_MAX = 5_000;
/** Looked up at once; who comes meanwhile is looked up when they come again. */
const LOOKUPS_MAX = 4;

/** Names and addresses of the domain name system. */
export type Names = {
  /** Names of an address. */
  reverse(ip: string): Promise<string[]>;
  /** Addresses of a name. */
  addresses(name: string): Promise<string[]>;
};

export type ProvedCrawlers = ReturnType<typeof createProvedCrawlers>;

/**
 * Knows crawlers by their addresses: the name of the address is one of its maker's, and that name leads to the address again
 * (forward-confirmed reverse DNS). Looked up beside the requests, none of which waits for it: until it is known, a crawler is a
 * stranger.
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
    /** Name of the crawler that a request is of; null for anything else, and while that is not known yet. */
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

/** An address in the one way in which it is compared. */
function plain(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
  return isIP(address) === 6 ? new URL(`http://[${address}]`).hostname : address;
}

/** Answers that there is none, which are answers. */
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
