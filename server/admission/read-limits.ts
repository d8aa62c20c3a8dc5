import { HOUR, MINUTE, SECOND } from "#runtime/time-units";
import { isPrivate } from "#server/request/private-address";
import type { ReadKind } from "#server/request/read-kind";
import { networkOf, widerNetworkOf } from "#upstream/policy/network";
import type { Reader, Stranger } from "./reader";

/** Rates per minute; 0: unlimited. */
export type ReadRates = Record<ReadKind, number> & {
  /** Pages per minute for all addresses of a proved crawler together. */
  crawler: number;
  /** Pages per minute, under pressure, for an address whose strangers have not paid, and for one who has waited. */
  unpaid: number;
  /** Pages that a solved work pays for. */
  toll: number;
};

/** Charged request: a read, or a form, of which readers may send as many as they may request pages. */
type Charged = ReadKind | "form";

/** Token bucket that holds `rate` and refills evenly over `per` milliseconds. */
type Bucket = { key: string; rate: number; per: number };
/** Tokens taken from a bucket in another process. */
export type Charge = Bucket & { times: number };
type Balance = { left: number; at: number };

/** Maximum number of buckets; the least recently used one is forgotten, with its debts. */
const BUCKETS_MAX = 20_000;
/** A network may read as much as this many addresses. */
const ADDRESSES_IN_NETWORK = 4;
/** Strangers of one address who have waited and are served independently. */
const WAITING_AT_ADDRESS = 6;

export type ReadLimits = ReturnType<typeof createReadLimits>;

/**
 * Creates the read budgets: token buckets that hold a minute's worth. Cached pages cost nothing and are never refused.
 * A member has one bucket wherever they are; a crawler one for all its addresses; a stranger one for their address and
 * one for the network around it. Loopback and private networks are proxies, or the operator's own, and are not limited.
 */
export function createReadLimits(rates: ReadRates, clock: () => number = () => performance.now()) {
  const balances = new Map<string, Balance>();
  let heard: (bucket: Bucket) => void = () => {};

  function balanceOf({ key, rate, per }: Bucket): Balance {
    const now = clock();
    const { left, at } = balances.get(key) ?? { left: rate, at: now };
    const balance = { left: Math.min(rate, left + (Math.max(0, now - at) / per) * rate), at: now };
    balances.delete(key);
    balances.set(key, balance);
    if (balances.size > BUCKETS_MAX) balances.delete(balances.keys().next().value as string);
    return balance;
  }

  function bucketsOf(reader: Reader, kind: Charged): Bucket[] {
    const bucket = (name: string, rate: number): Bucket => ({ key: `${kind} ${name}`, rate, per: MINUTE });
    const rate = rates[kind === "form" ? "page" : kind];
    if (reader.class === "member") return [bucket(reader.login, rate)];
    if (reader.class === "crawler") return [bucket(reader.crawler, kind === "page" ? rates.crawler : rate)];
    const { ip } = reader;
    if (isPrivate(ip)) return [];
    return [bucket(networkOf(ip), rate), bucket(widerNetworkOf(ip), rate * ADDRESSES_IN_NETWORK)];
  }

  /** Buckets of a stranger under pressure. */
  function scarceBucketsOf(reader: Stranger, kind: ReadKind): Bucket[] {
    const { ip, toll } = reader;
    const paid = toll === "waits" ? null : toll;
    if (paid?.paidBy === "work") return [{ key: `toll ${paid.id}`, rate: rates.toll, per: HOUR }];
    const few = (name: string, rate: number): Bucket => ({ key: name, rate, per: MINUTE });
    const network = isPrivate(ip) ? null : networkOf(ip);
    if (paid) {
      const own = few(`toll ${paid.id}`, rates.unpaid);
      return network ? [own, few(`waited ${network}`, rates.unpaid * WAITING_AT_ADDRESS)] : [own];
    }
    return [...(network ? [few(`unpaid ${network}`, rates.unpaid)] : []), ...bucketsOf(reader, kind)];
  }

  /** @returns 0 if every bucket had a token, which is taken; else the seconds until they do */
  function takeOf(buckets: readonly Bucket[]): number {
    const limited = buckets.filter(({ rate }) => rate > 0);
    const waits = limited.map((bucket) => {
      const { left } = balanceOf(bucket);
      return left >= 1 ? 0 : Math.max(1, Math.ceil(((1 - left) / bucket.rate) * (bucket.per / SECOND)));
    });
    const wait = Math.max(0, ...waits);
    if (wait > 0) return wait;
    for (const bucket of limited) {
      balanceOf(bucket).left -= 1;
      heard(bucket);
    }
    return 0;
  }

  return {
    /**
     * Charges one read, or one form.
     * @returns 0 if it may be served, else the seconds until it may; then nothing is charged
     */
    take: (reader: Reader, kind: Charged): number => takeOf(bucketsOf(reader, kind)),
    /** Like `take`, for a stranger under pressure: charges by the toll they have paid. */
    takeScarce: (reader: Stranger, kind: ReadKind): number => takeOf(scarceBucketsOf(reader, kind)),
    /** Registers a listener for every charge. */
    onCharge(listener: typeof heard): void {
      heard = listener;
    },
    /** Applies charges of other processes; listeners are not called. */
    charge(charges: readonly Charge[]): void {
      for (const { times, ...bucket } of charges) balanceOf(bucket).left -= times;
    },
    size: () => balances.size,
  };
}
