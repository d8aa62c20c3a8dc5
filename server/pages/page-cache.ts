import { DAY } from "#runtime/time-units";
import { withinTime } from "#runtime/within-time";
import { type FinalPage, finalize, type Page } from "./page";
import { createPageStore, type StoredPage } from "./page-store";
import type { VersionProbe } from "./version-probe";

type Options = {
  maxBytes: number;
  /** Version probe; null while a separate upstream is not known to expose versions. */
  probe: () => VersionProbe | null;
  /** Milliseconds that a page is valid if it does not say until when. */
  lifetime: number;
  /** Milliseconds that it is valid while there is no probe; `lifetime` by default. */
  lifetimeUnprobed?: number;
  clock?: () => number;
  /** Whether rendering was refused to one reader, which says nothing about the page; never by default. */
  isRefusal?: (error: unknown) => boolean;
};

/** A page being rendered, and the version from before its rendering began. */
type Flight = { version: number; page: Promise<FinalPage> };

/** Milliseconds to wait for a new page while there is an old one to fall back to. */
const PATIENCE = 1_000;
/** Milliseconds to wait if the old page is known to be outdated, not merely past its lifetime. */
const PATIENCE_WITH_PROBE = 10_500;
/** Milliseconds to wait for a render that began before the latest write, and so may miss it. */
const PATIENCE_WITH_OTHERS = 1_000;
const RETRY_AFTER_FAILURE = 1_000;
const STALE_LIFETIME = DAY;

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Creates the cache of anonymous pages. A cached page is served only while everything it was made from is unchanged,
 * which the probe tells within microseconds. If a new page can't be rendered, the old one is served instead of an
 * error.
 */
export function createPageCache({
  maxBytes,
  probe: probeNow,
  lifetime,
  lifetimeUnprobed = lifetime,
  clock = Date.now,
  isRefusal = () => false,
}: Options) {
  const store = createPageStore(maxBytes);
  const inFlight = new Map<string, Flight>();

  function keep(key: string, page: FinalPage, version: number): void {
    const createdAt = clock();
    const until = page.until ?? createdAt + (probeNow() ? lifetime : lifetimeUnprobed);
    store.keep(key, { page, version, createdAt, until });
  }

  /**
   * Whether the times shown on a page are still right: it is not past its end, nor made by a clock that has been set
   * back.
   */
  const isOfNow = ({ createdAt, until }: StoredPage, time: number): boolean => createdAt <= time && time < until;

  /** Whether rendering a page failed a moment ago. */
  function hasJustFailed({ retryAfter }: StoredPage): boolean {
    const left = retryAfter - clock();
    return left > 0 && left <= RETRY_AFTER_FAILURE;
  }

  /**
   * Whether an entry is still valid; synchronous on SQLite. If the versions can't be read, no page can be rendered
   * either, so the entry counts as valid (for up to a day) instead of making readers wait for a failure.
   */
  function isFresh(entry: StoredPage): boolean | Promise<boolean> {
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

  function compare(probe: VersionProbe, entry: StoredPage, now: number): boolean | Promise<boolean> {
    if (now === entry.checked) return true;
    const decide = (latest: number) => {
      if (latest > entry.version) return false;
      entry.checked = now;
      return true;
    };
    const latest = probe.latest(entry.page.dependsOn);
    return typeof latest === "number" ? decide(latest) : latest.then(decide);
  }

  /** Current version, read before rendering; null if it can't be read. */
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
   * Renders a page once at a time per key. Requests that arrived before the render began share it. Later ones share it
   * too unless something that the page shows was written meanwhile; then they share the next render.
   */
  async function renderOnce(key: string, render: () => Promise<Page>): Promise<FinalPage> {
    const wanted = await currentVersion();
    if (wanted === null) return begin(key, wanted, render);
    const made = madeSince(key, wanted);
    if (made) return unlessRefused(made, () => renderOnce(key, render));
    const running = inFlight.get(key);
    if (!running) return begin(key, wanted, render);
    if (await isTrueAtLanding(running)) return running.page;
    const version = await currentVersion();
    const meanwhile = madeSince(key, wanted);
    return meanwhile ? unlessRefused(meanwhile, () => renderOnce(key, render)) : begin(key, version, render);
  }

  /** A page that another reader asked for; if that was refused to them, it is asked for again. */
  async function unlessRefused(
    page: FinalPage | Promise<FinalPage>,
    again: () => Promise<FinalPage>,
  ): Promise<FinalPage> {
    try {
      return await page;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return again();
    }
  }

  /** A page whose rendering began at this version or later, finished or in progress. */
  function madeSince(key: string, version: number): FinalPage | Promise<FinalPage> | undefined {
    const kept = store.get(key);
    if (kept && kept.version >= version && isOfNow(kept, clock())) return kept.page;
    const running = inFlight.get(key);
    return running && running.version >= version ? running.page : undefined;
  }

  /** Whether a render that began before a write finishes soon and does not depend on what was written. */
  async function isTrueAtLanding({ page, version }: Flight): Promise<boolean> {
    try {
      const landed = await withinTime(page, PATIENCE_WITH_OTHERS, null);
      const probe = probeNow();
      return landed?.cacheable === true && probe !== null && (await probe.latest(landed.dependsOn)) <= version;
    } catch {
      return false;
    }
  }

  function begin(key: string, version: number | null, render: () => Promise<Page>): Promise<FinalPage> {
    const page = render().then((rendered) => {
      const finalized = finalize(rendered);
      if (version === null) return finalized;
      if (finalized.cacheable && finalized.status === 200) keep(key, finalized, version);
      else if (replaces(finalized)) store.forget(key, version);
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

  async function renew(key: string, stale: StoredPage | undefined, render: () => Promise<Page>): Promise<FinalPage> {
    if (!stale || clock() - stale.createdAt > STALE_LIFETIME) return renderOnce(key, render);
    if (hasJustFailed(stale)) return stale.page;
    const patience = probeNow() ? PATIENCE_WITH_PROBE : PATIENCE;
    const page = await withinTime(
      renderOnce(key, render).catch((error: unknown) => (isRefusal(error) ? "refused" : null)),
      patience,
      null,
    );
    if (page === "refused") return stale.page;
    if (page && page.status < 500 && !page.incomplete) return page;
    stale.retryAfter = clock() + RETRY_AFTER_FAILURE;
    return stale.page;
  }

  return {
    /**
     * The cached page if it is valid (synchronously if the probe is), else a new one.
     * @throws what `render` throws when there is no old page to fall back to
     */
    get(key: string, render: () => Promise<Page>): FinalPage | Promise<FinalPage> {
      const entry = store.get(key);
      if (!entry) return renew(key, undefined, render);
      entry.read = true;
      const fresh = isFresh(entry);
      if (fresh === true) return entry.page;
      if (fresh === false) return renew(key, entry, render);
      return fresh.then((yes) => (yes ? entry.page : renew(key, entry, render)));
    },
    stats: store.stats,
  };
}

/**
 * Whether a page that is not kept (it was deleted, or leads elsewhere) stands in place of the kept one, which nobody must
 * get from then on. An error, or what is meant for one reader, says nothing about it.
 */
const replaces = ({ status, incomplete, unshared }: FinalPage): boolean =>
  status < 500 && status !== 429 && !incomplete && !unshared;
