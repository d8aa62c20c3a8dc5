import { PAGE_DATA } from "#framework/server/whole-page";
import type { NoteServer } from "#log/server-events";
import { MINUTE } from "#runtime/time-units";
import { type Entry, type KeptTemplate, sendable, sizeOf } from "./kept-template";
import { createPlaceholders } from "./member-identity";
import { type Filled, fill, templateOf } from "./member-template";
import { finalize, type KeptPage, type Page } from "./page";
import type { VersionProbe } from "./page-cache";
import {
  type AskedUpstream,
  createReader,
  type Personal,
  type Reader,
  type Recorded,
  recordCalls,
} from "./record-calls";

/** Page that somebody asks for, and as whom. */
export type Reading = {
  /** Of the page, as of `createPageKeys`. */
  key: string;
  /** Headers with which the page's calls ask, by their names in lower case. */
  header(name: string): string | null;
};

/** Renders the page by an upstream, as of a moment. */
export type Render = (upstream: AskedUpstream, now: Date) => Promise<Page>;

type Options = {
  upstream: AskedUpstream;
  probe: VersionProbe;
  maxBytes: number;
  note: NoteServer;
  clock?: () => Date;
  /** Of so many filled pages one is compared with one that is rendered. */
  compareEvery?: number;
};

/** Milliseconds that a page is believed which does not say until when it is true. */
const LIFETIME = MINUTE;
/** Of one page: sets of calls, and templates for each. */
const SHAPES_MAX = 3;
const TEMPLATES_MAX = 24;
const COMPARE_EVERY = 1_000;
/** Milliseconds that a page is waited for which another reader asked for first. */
const PATIENCE_WITH_OTHERS = 250;
/** Addresses of pages that can't be told apart from who reads them; they are tried again when so many are known. */
const UNFIT_MAX = 1_000;

export type MemberPages = ReturnType<typeof createMemberPages>;

/**
 * Gives members their pages without rendering each: a page is a function of its address, of replies that are the same for
 * everybody and of replies that are the reader's. The latter are asked for anew each time; where others have had the same
 * ones, the page is there already, but for who reads, which is filled in. What is kept holds nobody's name.
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
  const entries = new Map<string, Entry>();
  const unfit = new Set<string>();
  /** Renderings that go on, by their key. */
  const making = new Map<string, Promise<unknown>>();
  const counts = { filled: 0, rendered: 0, compared: 0, different: 0 };
  let bytes = 0;

  function forget(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  function markUnfit(key: string): void {
    forget(key);
    if (unfit.size >= UNFIT_MAX) unfit.clear();
    unfit.add(key);
  }

  function keep(key: string, { asks, named }: Recorded, digest: string, kept: KeptTemplate): void {
    if (kept.template.bytes > maxBytes / 8) return;
    const shapes = entries.get(key)?.shapes ?? [];
    const calls = JSON.stringify(asks);
    const shape = shapes.find((one) => JSON.stringify(one.asks) === calls) ?? { asks, templates: new Map() };
    if (!shapes.includes(shape)) shapes.push(shape);
    shape.templates.delete(digest);
    shape.templates.set(digest, kept);
    if (shapes.length > SHAPES_MAX) shapes.shift();
    if (shape.templates.size > TEMPLATES_MAX) shape.templates.delete(shape.templates.keys().next().value ?? "");
    forget(key);
    const size = sizeOf(key, shapes);
    entries.set(key, { shapes, named, bytes: size });
    bytes += size;
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break;
      forget(oldest);
    }
  }

  async function isTrue({ version, dependsOn, now, until }: KeptTemplate): Promise<boolean> {
    const time = clock().getTime();
    // One that was made later than now was made by a clock that has been put back since.
    if (time < now.getTime() || time >= until) return false;
    return (await probe.latest(dependsOn)) <= version;
  }

  /** A page that is there but for who reads, or word that it is about the reader and must be rendered; else null. */
  async function find(key: string, reader: Reader): Promise<{ filled: Filled; kept: KeptTemplate } | "own" | null> {
    const { shapes = [], named } = entries.get(key) ?? {};
    for (const { asks, templates } of shapes) {
      const personal = await reader.personal(asks);
      if (personal && isAbout(key, personal, named)) return "own";
      const kept = personal && templates.get(personal.digest);
      if (kept && (await isTrue(kept))) return { filled: fill(kept.template, personal.identity), kept };
    }
    return null;
  }

  /**
   * Waits for the page that is rendered for another reader, and gives it if it fits this one. A change of the home page
   * would else have it made for each who asks at that moment.
   */
  async function findOnceMade(key: string, reader: Reader): ReturnType<typeof find> {
    let patient = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_WITH_OTHERS);
    }).then(() => {
      patient = false;
    });
    try {
      for (let running = making.get(key); running && patient; running = making.get(key)) {
        await Promise.race([running, late]);
        const found = await find(key, reader);
        if (found) return found;
      }
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Renders a page for all who will have it; until then others wait for it. */
  async function make(key: string, reader: Reader, render: Render): Promise<KeptPage> {
    const page = renderAndKeep(key, reader, render);
    const settled = page.then(
      () => {},
      () => {},
    );
    making.set(key, settled);
    await settled;
    if (making.get(key) === settled) making.delete(key);
    return page;
  }

  async function renderAndKeep(key: string, reader: Reader, render: Render): Promise<KeptPage> {
    const version = await probe.now();
    const now = clock();
    const { upstream: recording, recorded } = recordCalls(reader);
    const page = await render(recording, now);
    if (!reader.isTold()) return finalize(page);
    const calls = recorded();
    const personal = calls && (await reader.personal(calls.asks));
    const own = personal && isAbout(key, personal, calls.named);
    const template = personal && !own && isWhole(page) ? templateOf(page, placeholders) : null;
    if (!calls || !personal || !template) {
      // What was rendered holds stand-ins.
      if (!calls || (isWhole(page) && !own)) markUnfit(key);
      return finalize(await render(upstream, now));
    }
    const { counts, until = now.getTime() + LIFETIME } = page;
    keep(key, calls, personal.digest, { template, dependsOn: calls.dependsOn, counts, version, now, until });
    const { headers, body } = fill(template, personal.identity);
    return finalize({ ...page, headers, body: body() });
  }

  /** Compares a page that was filled with one that is rendered; another that differs, too, is no chance. */
  async function compare(reading: Reading, render: Render, again = true): Promise<void> {
    const found = await find(reading.key, createReader(upstream, placeholders, reading));
    if (!found || found === "own") return;
    const page = await render(upstream, found.kept.now);
    counts.compared += 1;
    if (markupOf(found.filled.body()) === markupOf(page.body)) return;
    if (again) return compare(reading, render, false);
    counts.different += 1;
    markUnfit(reading.key);
    note("member_page_differs", { page: reading.key });
  }

  return {
    /** @throws what `render` throws */
    async get(reading: Reading, render: Render): Promise<KeptPage> {
      const { key } = reading;
      if (unfit.has(key)) return finalize(await render(upstream, clock()));
      const reader = createReader(upstream, placeholders, reading);
      const found = (await find(key, reader)) ?? (making.has(key) ? await findOnceMade(key, reader) : null);
      if (!found) {
        counts.rendered += 1;
        return make(key, reader, render);
      }
      if (found === "own") return finalize(await render(upstream, clock()));
      counts.filled += 1;
      if (counts.filled % compareEvery === 0) {
        setImmediate(() => void compare(reading, render).catch(() => {}));
      }
      return sendable(found.filled, found.kept);
    },
    /** Bytes of all that is kept, for tests that look for what must not be there. */
    texts: () =>
      [...entries].flatMap(([key, { shapes }]) => [
        key,
        ...shapes.flatMap(({ asks, templates }) => [
          JSON.stringify(asks),
          ...[...templates.values()].map(({ template }) => JSON.stringify(template, asText)),
        ]),
      ]),
    stats: () => ({ ...counts, entries: entries.size, bytes }),
  };
}

/**
 * Whether a page is about who reads it: in its address, or among the people whom it names. What it shows of them there may
 * hang on who they are.
 */
const isAbout = (key: string, { identity, named }: Personal, people: ReadonlySet<string> = new Set()): boolean =>
  named || people.has(identity.userId) || key.split(/[/?&=#]/).includes(identity.userId);

const asText = (_: string, value: unknown): unknown =>
  value && typeof value === "object" && (value as { type?: string }).type === "Buffer"
    ? Buffer.from((value as { data: number[] }).data).toString()
    : value;

/** Whether a page is what readers come for, and no more than it. */
const isWhole = ({ status, headers, incomplete, unshared }: Page): boolean =>
  status === 200 && !incomplete && !unshared && !headers.some(([name]) => name === "set-cookie");

/** Markup of a page without what each rendering has of its own. */
function markupOf(body: Buffer): string {
  const html = body.toString();
  return html.slice(0, html.lastIndexOf(PAGE_DATA)).replace(/value="[0-9a-f]{32}"/g, "");
}
