import { HOUR, MINUTE, SECOND } from "#runtime/time-units";
import { networkOf, widerNetworkOf } from "#upstream/policy/network";
import { isPrivate } from "./private-address";
import type { ReadKind } from "./read-kind";
import type { Reader, Stranger } from "./reader";

/** Amounts that may be made for somebody; 0 is no limit. */
export type ReadRates = Record<ReadKind, number> & {
  /** Pages in a minute for all addresses of a proved crawler together. */
  crawler: number;
  /** Pages in a minute, under pressure, for an address whose strangers have not paid, and for one who has waited. */
  unpaid: number;
  /** Pages that work pays for. */
  toll: number;
};

/** Bucket that holds `rate` and fills evenly in `per` milliseconds. */
type Bucket = { key: string; rate: number; per: number };
/** Charges of a bucket, made elsewhere. */
export type Charge = Bucket & { times: number };
type Balance = { left: number; at: number };

/** Buckets that are remembered; the one that was used longest ago is forgotten, with its debts. */
const BUCKETS_MAX = 20_000;
/** A network holds so many addresses that read at the same time as much as one may. */
const ADDRESSES_IN_NETWORK = 4;
/** Strangers of an address who have waited and are served beside each other. */
const WAITING_AT_ADDRESS = 6;

export type ReadLimits = ReturnType<typeof createReadLimits>;

/**
 * Budgets of what is made for whom: buckets that hold a minute's worth and fill evenly. What is kept costs nothing, so that it is never
 * refused. A member has a bucket of their own wherever they are, a crawler one for all its addresses, strangers one for their
 * address and one for the network around it. Networks of this machine and of private addresses are proxies, or the operator's
 * own: they have no limit.
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

  function bucketsOf(reader: Reader, kind: ReadKind): Bucket[] {
    const bucket = (name: string, rate: number): Bucket => ({ key: `${kind} ${name}`, rate, per: MINUTE });
    const rate = rates[kind];
    if (reader.class === "member") return [bucket(reader.login, rate)];
    if (reader.class === "crawler") return [bucket(reader.crawler, kind === "page" ? rates.crawler : rate)];
    const { ip } = reader;
    if (isPrivate(ip)) return [];
    return [bucket(networkOf(ip), rate), bucket(widerNetworkOf(ip), rate * ADDRESSES_IN_NETWORK)];
  }

  /** Buckets of a stranger while not all can have what they ask for. */
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

  /** @returns 0 when all of them have one left, which is taken, else the seconds until they have */
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
     * Charges one that is to be made.
     * @returns 0 when it may be, else the seconds until it may; then nothing is charged
     */
    take: (reader: Reader, kind: ReadKind): number => takeOf(bucketsOf(reader, kind)),
    /** Charges a stranger, by what they have paid, while not all can have what they ask for; as `take`. */
    takeScarce: (reader: Stranger, kind: ReadKind): number => takeOf(scarceBucketsOf(reader, kind)),
    /** Has a listener hear of each charge. */
    onCharge(listener: typeof heard): void {
      heard = listener;
    },
    /** Counts what was charged in other processes; nobody hears of it. */
    charge(charges: readonly Charge[]): void {
      for (const { times, ...bucket } of charges) balanceOf(bucket).left -= times;
    },
    size: () => balances.size,
  };
}
