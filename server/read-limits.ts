import { isIP } from "node:net";
import { pathsWhere } from "#app/server/route-facts.server";
import { MINUTE } from "#runtime/time-units";
import { networkOf } from "#upstream/policy/network";

/** Kinds of reads, by what they cost: a rendered page, a search, a picture made over. */
export type ReadKind = "page" | "search" | "picture";
/** Number of each that a network may read in a minute; 0 is no limit. */
export type ReadRates = Record<ReadKind, number>;

type Balance = { left: number; at: number };

/** Of a rendered page: what is kept, or not there anew, costs nearly nothing. */
const KEPT_COST = 0.02;
/** Networks that are remembered; the one that read longest ago is forgotten, with its debts. */
const NETWORKS_MAX = 20_000;

export type ReadLimits = ReturnType<typeof createReadLimits>;

/**
 * Amount that a network reads: a bucket for each kind that holds a minute's worth and fills evenly. What is read is charged
 * afterwards, when it is known whether it was kept, so that one page may leave a debt. Networks of this machine and of
 * private addresses are proxies, or the operator's own: they have no limit.
 */
export function createReadLimits(rates: ReadRates, clock: () => number = Date.now) {
  const buckets = new Map<string, Balance>();

  function balanceOf(key: string, rate: number): Balance {
    const now = clock();
    const { left, at } = buckets.get(key) ?? { left: rate, at: now };
    const balance = { left: Math.min(rate, left + ((now - at) / MINUTE) * rate), at: now };
    buckets.delete(key);
    buckets.set(key, balance);
    if (buckets.size > NETWORKS_MAX) buckets.delete(buckets.keys().next().value as string);
    return balance;
  }

  return {
    /**
     * Charges a reading as one of what is kept.
     * @returns 0 when it may be, else the seconds until it may
     */
    enter(ip: string, kind: ReadKind): number {
      const rate = rates[kind];
      if (rate === 0 || isPrivate(ip)) return 0;
      const balance = balanceOf(`${kind} ${networkOf(ip)}`, rate);
      if (balance.left < KEPT_COST) return Math.max(1, Math.ceil(((KEPT_COST - balance.left) / rate) * 60));
      balance.left -= KEPT_COST;
      return 0;
    },
    /** Charges what had to be made. */
    charge(ip: string, kind: ReadKind): void {
      const rate = rates[kind];
      if (rate !== 0 && !isPrivate(ip)) balanceOf(`${kind} ${networkOf(ip)}`, rate).left -= 1 - KEPT_COST;
    },
    size: () => buckets.size,
  };
}

const isSearch = pathsWhere(({ reading }) => reading === "search", { data: true });

/** Kind of read that a path is, of a page or of its data. */
export const kindOf = (path: string): ReadKind => (isSearch(path) ? "search" : "page");

/** Whether an address belongs to this machine or to a network of nobody else's. */
function isPrivate(ip: string): boolean {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
  if (isIP(address) === 0) return true;
  return /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe80:)/.test(address);
}
