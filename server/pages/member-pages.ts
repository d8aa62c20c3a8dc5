import { PAGE_DATA } from "#framework/server/whole-page";
import type { NoteServer } from "#log/server-events";
import { MINUTE } from "#runtime/time-units";
import { withinTime } from "#runtime/within-time";
import { createPlaceholders } from "./member-identity";
import { type Filled, fill, templateOf } from "./member-template";
import { type FinalPage, finalize, type Page } from "./page";
import { type AskedUpstream, createPersonalCalls, type Personal, type PersonalCalls } from "./personal-calls";
import { recordCalls } from "./record-calls";
import { createTemplateStore, type KeptTemplate, sendable } from "./template-store";
import type { VersionProbe } from "./version-probe";

/** Request for a page, and the reader it is for. */
export type Reading = {
  /** Cache key of the page, from `createPageKeys`. */
  key: string;
  /** Headers that the page's calls send, by lower-case name. */
  header(name: string): string | null;
};

/** Renders the page with an upstream, as of a moment. */
export type Render = (upstream: AskedUpstream, now: Date) => Promise<Page>;

type Options = {
  upstream: AskedUpstream;
  probe: VersionProbe;
  maxBytes: number;
  note: NoteServer;
  clock?: () => Date;
  /** One in so many filled-in pages is compared with a rendered one. */
  compareEvery?: number | undefined;
};

/** Milliseconds that a template is valid if it does not say until when. */
const LIFETIME = MINUTE;
const COMPARE_EVERY = 1_000;
/** Current version of all data; false while the database can't be reached. */
type Version = number | false;
const unknown = (): false => false;
/** A page that is to be rendered for a reader, with the version from before all its calls. */
type Rendering = { key: string; calls: PersonalCalls; version: Version; render: Render };
/** A page that is looked for among the templates, with the current version, read before all its calls. */
type Lookup = { key: string; calls: PersonalCalls; version: Promise<Version> };
/** Result of a search for a template: a filled-in template, nothing, or that the page is about its reader and must be rendered for them. */
type Found = { is: "filled"; filled: Filled; kept: KeptTemplate } | { is: "own" | "missing" };
/** Milliseconds to wait for a page that is being rendered for another reader. */
const PATIENCE_WITH_OTHERS = 250;

export type MemberPages = ReturnType<typeof createMemberPages>;

/**
 * Serves members' pages without rendering each of them. A page is a function of its URL, of replies that are the same
 * for everybody, and of replies that are personal. The personal ones are fetched on each request; if another reader had
 * the same ones, the page exists already as a template and only the reader's identity is filled in. Templates contain
 * nobody's name, except those of pages about their reader, which nobody else gets.
 */
export function createMemberPages({
  upstream,
  probe,
  maxBytes,
  note,
  clock = () => new Date(),
  compareEvery = COMPARE_EVERY,
}: Options) {
  const placeholders = createPlaceholders();
  const store = createTemplateStore(maxBytes);
  /** Renders in progress, by key. */
  const making = new Map<string, Promise<void>>();
  const counts = { filled: 0, rendered: 0, compared: 0, different: 0 };

  /** Reads the current version, which must be before the page's calls, since what they reply may be kept. */
  function begin({ key, header }: Reading): Lookup {
    const read = (async () => probe.now())();
    return {
      key,
      calls: createPersonalCalls(upstream, placeholders, { header, version: read }),
      version: read.catch(unknown),
    };
  }

  /** Whether a template was still valid at a version, or is now. */
  async function isTrue(kept: KeptTemplate, version: Version): Promise<boolean> {
    const time = clock().getTime();
    // Created later than now: the clock has been set back since.
    if (version === false || time < kept.now.getTime() || time >= kept.until) return false;
    if (kept.checked >= version) return true;
    const latest = await Promise.resolve(probe.latest(kept.dependsOn)).catch(unknown);
    if (latest === false || latest > kept.version) return false;
    kept.checked = Math.max(kept.checked, version);
    return true;
  }

  /** Looks for a page's template. */
  async function find({ key, calls, version }: Lookup): Promise<Found> {
    const { shapes = [], named } = store.of(key) ?? {};
    let about = false;
    for (const { asks, templates, own } of shapes) {
      const personal = await calls.personal(asks);
      if (!personal) continue;
      about ||= isAbout(key, personal, named);
      const kept = (about ? own : templates).get(personal.digest(about));
      if (kept && (await isTrue(kept, await version))) {
        return { is: "filled", filled: fill(kept.template, personal.identity), kept };
      }
    }
    return { is: about ? "own" : "missing" };
  }

  /**
   * Waits for the page that is being rendered for another reader, if there is one, and looks for it. Otherwise, after
   * each change of the home page, everybody who asks at that moment would render it.
   */
  async function findOnceMade(lookup: Lookup): Promise<Found> {
    const end = performance.now() + PATIENCE_WITH_OTHERS;
    for (let running = making.get(lookup.key); running; running = making.get(lookup.key)) {
      if (await withinTime(running, end - performance.now(), "late")) break;
      const found = await find(lookup);
      if (found.is !== "missing") return found;
    }
    return { is: "missing" };
  }

  /** Renders a page as a template for others, who wait for it meanwhile. */
  async function make(rendering: Rendering): Promise<FinalPage> {
    const { key } = rendering;
    const page = renderAndKeep(rendering);
    const settled = page.then(
      () => {},
      () => {},
    );
    making.set(key, settled);
    await settled;
    if (making.get(key) === settled) making.delete(key);
    return page;
  }

  /** @param about whether the page is known to be about its reader, and so is kept for them alone */
  async function renderAndKeep(rendering: Rendering, { about = false } = {}): Promise<FinalPage> {
    const { key, calls, version, render } = rendering;
    const now = clock();
    // Rendered without a template, which says itself what can't be reached.
    if (version === false) return finalize(await render(upstream, now));
    const { upstream: recording, recorded } = recordCalls(about ? calls.askOwn : calls.ask);
    const page = await render(recording, now);
    if (!calls.isIdentified()) return finalize(page);
    const made = recorded();
    const personal = made && (await calls.personal(made.asks));
    if (personal && !about && isAbout(key, personal, made.named)) {
      return renderAndKeep(rendering, { about: true });
    }
    const template = personal && isWhole(page) ? templateOf(page, about ? null : placeholders) : null;
    if (!made || !personal || !template) {
      // The rendered page contains placeholders, or lacks what was not written.
      if (!made || isWhole(page)) store.markUnfit(key);
      return finalize(await render(upstream, now));
    }
    const { counts, until = now.getTime() + LIFETIME } = page;
    const kept = { template, dependsOn: made.dependsOn, counts, version, checked: version, now, until };
    store.keep(key, made, { about, digest: personal.digest(about) }, kept);
    if (about) return finalize(page);
    const { headers, body } = fill(template, personal.identity);
    return finalize({ ...page, headers, body: body() });
  }

  /** Compares a filled-in page with a rendered one; on a difference once more, as data may have changed in between. */
  async function compare(reading: Reading, render: Render, again = true): Promise<void> {
    const found = await find(begin(reading));
    if (found.is !== "filled") return;
    const page = await render(upstream, found.kept.now);
    counts.compared += 1;
    if (markupOf(found.filled.body()) === markupOf(page.body)) return;
    if (again) return compare(reading, render, false);
    counts.different += 1;
    store.markUnfit(reading.key);
    note("member_page_differs", { page: reading.key });
  }

  return {
    /** @throws what `render` throws */
    async get(reading: Reading, render: Render): Promise<FinalPage> {
      const { key } = reading;
      if (store.isUnfit(key)) return finalize(await render(upstream, clock()));
      const lookup = begin(reading);
      let found = await find(lookup);
      if (found.is === "missing") found = await findOnceMade(lookup);
      if (found.is !== "filled") {
        counts.rendered += 1;
        const rendering = { key, calls: lookup.calls, version: await lookup.version, render };
        return found.is === "own" ? renderAndKeep(rendering, { about: true }) : make(rendering);
      }
      counts.filled += 1;
      if (counts.filled % compareEvery === 0) {
        setImmediate(() => void compare(reading, render).catch(() => {}));
      }
      return sendable(found.filled, found.kept);
    },
    texts: store.texts,
    stats: () => ({ ...counts, ...store.size() }),
  };
}

/**
 * Whether a page is about its reader: by its URL, or because the replies mention them. What such a page shows may
 * depend on who reads it.
 */
const isAbout = (key: string, { identity, named }: Personal, people: ReadonlySet<string> = new Set()): boolean =>
  named || people.has(identity.userId) || key.split(/[/?&=#]/).includes(identity.userId);

/** Whether a page is complete and carries nothing else, such as a cookie. */
const isWhole = ({ status, headers, incomplete, unshared }: Page): boolean =>
  status === 200 && !incomplete && !unshared && !headers.some(([name]) => name === "set-cookie");

/** Markup of a page without the values that differ in each rendering. */
function markupOf(body: Buffer): string {
  const html = body.toString();
  return html.slice(0, html.lastIndexOf(PAGE_DATA)).replace(/value="[0-9a-f]{32}"/g, "");
}
