import { DAY } from "#runtime/time-units";
import { encode, finalize, type KeptPage, keepSmallestForm, type Page } from "./page";

/** Times of last changes; see upstream/db/versions.ts, and asked-versions.ts of an upstream that is another program. */
export type VersionProbe = {
  now(): number | Promise<number>;
  latest(keys: readonly string[]): number | Promise<number>;
};

type Options = {
  maxBytes: number;
  /** Null while the upstream is another program that does not tell of versions. */
  probe: () => VersionProbe | null;
  /** Milliseconds that a page is believed which does not say until when it is true. */
  lifetime: number;
  /** … while there is no probe; the same unless given. */
  lifetimeUnprobed?: number;
  clock?: () => number;
};

type Entry = {
  page: KeptPage;
  version: number;
  checked: number;
  createdAt: number;
  until: number;
  bytes: number;
  retryAfter: number;
  /** Read since it last stood first of those to be dropped. */
  read: boolean;
};

/** A page that is being made, and the version that things had when its making began. */
type Flight = { version: number; page: Promise<KeptPage> };

/** With an old page in hand, a reader waits so long for a new one; then gets the old one. */
const PATIENCE = 1_000;
/** Milliseconds that are waited for it when the old page is known to be wrong, not merely old. */
const PATIENCE_WITH_PROBE = 10_500;
/** Milliseconds that a page is waited for whose making began before something was written, which it may not show. */
const PATIENCE_WITH_OTHERS = 1_000;
const RETRY_AFTER_FAILURE = 1_000;
const STALE_LIFETIME = DAY;

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Keeps the bytes of anonymous pages. A kept page is served only while everything it was made from is
 * unchanged, which the probe tells in microseconds; when a new one can't be made, the old one is better
 * than an error.
 */
export function createPageCache({
  maxBytes,
  probe: probeNow,
  lifetime,
  lifetimeUnprobed = lifetime,
  clock = Date.now,
}: Options) {
  const entries = new Map<string, Entry>();
  const inFlight = new Map<string, Flight>();
  let bytes = 0;

  function drop(key: string, entry: Entry): void {
    entries.delete(key);
    bytes -= entry.bytes;
  }

  /** Gives an entry that is read another turn before it is dropped. */
  function putLast(key: string, entry: Entry): void {
    entry.read = false;
    entries.set(key, entry);
    bytes += entry.bytes;
  }

  function keep(key: string, page: KeptPage, version: number): void {
    const old = entries.get(key);
    if (old && old.version > version) return;
    if (old) drop(key, old);
    if (encode(page, "identity").byteLength > maxBytes / 8) return;
    keepSmallestForm(page);
    const size = sizeOf(key, page);
    const createdAt = clock();
    const until = page.until ?? createdAt + (probeNow() ? lifetime : lifetimeUnprobed);
    entries.set(key, { page, version, checked: version, createdAt, until, bytes: size, retryAfter: 0, read: false });
    bytes += size;
    for (const [oldest, entry] of entries) {
      if (bytes <= maxBytes) break;
      drop(oldest, entry);
      if (entry.read) putLast(oldest, entry);
    }
  }

  /** Whether the times on a page are those of now: not past its end, nor made by a clock that has been put back since. */
  const isOfNow = ({ createdAt, until }: Entry, time: number): boolean => createdAt <= time && time < until;

  /** Whether a page was tried to be made a moment ago, in vain. */
  function hasJustFailed({ retryAfter }: Entry): boolean {
    const left = retryAfter - clock();
    return left > 0 && left <= RETRY_AFTER_FAILURE;
  }

  /**
   * Whether an entry still tells the truth; synchronous on SQLite. Where the versions can't be read no page can be made
   * either, and nobody should wait for one that fails: then it counts as yes, for a day.
   */
  function isFresh(entry: Entry): boolean | Promise<boolean> {
    const time = clock();
    const current = isOfNow(entry, time);
    const unknown = () => time - entry.createdAt < STALE_LIFETIME;
    const probe = probeNow();
    if (!probe) return current;
    try {
      const now = probe.now();
      if (typeof now === "number") return current && compare(probe, entry, now);
      return now.then((value) => current && compare(probe, entry, value)).catch(unknown);
    } catch {
      return unknown();
    }
  }

  function compare(probe: VersionProbe, entry: Entry, now: number): boolean | Promise<boolean> {
    if (now === entry.checked) return true;
    const decide = (latest: number) => {
      if (latest > entry.version) return false;
      entry.checked = now;
      return true;
    };
    const latest = probe.latest(entry.page.dependsOn);
    return typeof latest === "number" ? decide(latest) : latest.then(decide);
  }

  /** Versions before a page is made; null when they can't be read. */
  async function currentVersion(): Promise<number | null> {
    const probe = probeNow();
    if (!probe) return 0;
    try {
      return await probe.now();
    } catch {
      return null;
    }
  }

  /**
   * One render at a time for each key. It serves all who came before it began, and who came later unless something that
   * the page shows was written meanwhile: they get the next one, which begins after they came.
   */
  async function renderOnce(key: string, render: () => Promise<Page>): Promise<KeptPage> {
    const wanted = await currentVersion();
    if (wanted === null) return begin(key, wanted, render);
    const made = madeSince(key, wanted);
    if (made) return made;
    const running = inFlight.get(key);
    if (!running) return begin(key, wanted, render);
    if (await isTrueAtLanding(running)) return running.page;
    const version = await currentVersion();
    return madeSince(key, wanted) ?? begin(key, version, render);
  }

  /** A page whose making began at this version or later, made or being made. */
  function madeSince(key: string, version: number): KeptPage | Promise<KeptPage> | undefined {
    const kept = entries.get(key);
    if (kept && kept.version >= version && isOfNow(kept, clock())) return kept.page;
    const running = inFlight.get(key);
    return running && running.version >= version ? running.page : undefined;
  }

  /** Whether a page whose making began before some write is made soon, and shows nothing of what was written. */
  async function isTrueAtLanding({ page, version }: Flight): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), PATIENCE_WITH_OTHERS);
    });
    try {
      const landed = await Promise.race([page, late]);
      const probe = probeNow();
      return landed?.cacheable === true && probe !== null && (await probe.latest(landed.dependsOn)) <= version;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  function begin(key: string, version: number | null, render: () => Promise<Page>): Promise<KeptPage> {
    const page = render().then((rendered) => {
      const finalized = finalize(rendered);
      if (version !== null && finalized.cacheable && finalized.status === 200) keep(key, finalized, version);
      return finalized;
    });
    const own = { version: version ?? 0, page };
    inFlight.set(key, own);
    const finish = () => {
      if (inFlight.get(key) === own) inFlight.delete(key);
    };
    page.then(finish, finish);
    return page;
  }

  async function renew(key: string, stale: Entry | undefined, render: () => Promise<Page>): Promise<KeptPage> {
    if (!stale || clock() - stale.createdAt > STALE_LIFETIME) return renderOnce(key, render);
    if (hasJustFailed(stale)) return stale.page;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), probeNow() ? PATIENCE_WITH_PROBE : PATIENCE);
    });
    const page = await Promise.race([renderOnce(key, render).catch(() => null), late]);
    clearTimeout(timer);
    if (page && page.status < 500 && !page.incomplete) return page;
    stale.retryAfter = clock() + RETRY_AFTER_FAILURE;
    return stale.page;
  }

  return {
    /**
     * The kept page if it is fresh (at once, where the probe is synchronous), else a new one.
     * @throws what `render` throws when there is no old one to give.
     */
    get(key: string, render: () => Promise<Page>): KeptPage | Promise<KeptPage> {
      const entry = entries.get(key);
      if (!entry) return renew(key, undefined, render);
      entry.read = true;
      const fresh = isFresh(entry);
      if (fresh === true) return entry.page;
      if (fresh === false) return renew(key, entry, render);
      return fresh.then((yes) => (yes ? entry.page : renew(key, entry, render)));
    },
    stats: () => ({ entries: entries.size, bytes }),
  };
}

/**
 * Bytes that a kept page takes, about: its form as it is kept, as much again and a fifth for gzip, and every text that is kept
 * with it. Its key is counted three times, two bytes each: as key, as address, and as what was asked for.
 */
function sizeOf(key: string, { encoded, headers, dependsOn }: KeptPage): number {
  const texts = [...headers.flat(), ...dependsOn].reduce((sum, text) => sum + text.length, 3 * key.length);
  const body = (encoded.br ?? encoded.identity)?.byteLength ?? 0;
  return Math.ceil(body * 2.2) + 2 * texts + 1024;
}
