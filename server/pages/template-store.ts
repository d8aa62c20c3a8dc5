import type { Ask } from "./ask";
import type { Filled, Template } from "./member-template";
import type { FinalPage, Page } from "./page";
import type { Recorded } from "./record-calls";

/** Cached template of a page, and what it was made from. */
export type KeptTemplate = Pick<Page, "dependsOn" | "counts"> & {
  template: Template;
  /** Version read before the page was rendered. */
  version: number;
  /** The latest version at which it was found to be valid. */
  checked: number;
  now: Date;
  /** Milliseconds since 1970 at which a relative time shown on it changes. */
  until: number;
};
type Templates = Map<string, KeptTemplate>;
/**
 * Templates whose pages make the same personal calls, by the digest of the replies; `own` are those of pages about
 * their reader.
 */
type Shape = { asks: readonly Ask[] } & Record<"templates" | "own", Templates>;
/** Templates of one URL; `named` are the ids of the people whom its shared replies mention. */
type Entry = { shapes: Shape[]; named: ReadonlySet<string>; bytes: number };

/** Maximum sets of calls per page, and templates per set. */
const SHAPES_MAX = 3;
const TEMPLATES_MAX = { templates: 24, own: 8 };
/** Remembered URLs whose pages can't be separated from their reader; beyond it, all are forgotten and tried again. */
const UNFIT_MAX = 1_000;

/** Stores templates of pages, up to `maxBytes` in all; the URLs whose templates were stored longest ago are dropped. */
export function createTemplateStore(maxBytes: number) {
  const entries = new Map<string, Entry>();
  const unfit = new Set<string>();
  let bytes = 0;

  function forget(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  return {
    of: (key: string): Pick<Entry, "shapes" | "named"> | undefined => entries.get(key),
    /**
     * Stores the template of a page that made these calls.
     * @param of the digest of their personal replies, and whether the page is about its reader
     */
    keep(
      key: string,
      { asks, named }: Pick<Recorded, "asks" | "named">,
      { digest, about }: { digest: string; about: boolean },
      kept: KeptTemplate,
    ): void {
      if (kept.template.bytes > maxBytes / 8) return;
      const shapes = entries.get(key)?.shapes ?? [];
      const calls = JSON.stringify(asks);
      const known = shapes.find((one) => JSON.stringify(one.asks) === calls);
      const shape = known ?? { asks, templates: new Map(), own: new Map() };
      if (!known) shapes.push(shape);
      const sort = about ? "own" : "templates";
      shape[sort].delete(digest);
      shape[sort].set(digest, kept);
      if (shapes.length > SHAPES_MAX) shapes.shift();
      if (shape[sort].size > TEMPLATES_MAX[sort]) shape[sort].delete(shape[sort].keys().next().value ?? "");
      forget(key);
      const size = sizeOf(key, shapes);
      entries.set(key, { shapes, named, bytes: size });
      bytes += size;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break;
        forget(oldest);
      }
    },
    /** Marks a page that can't be separated from its reader. */
    markUnfit(key: string): void {
      forget(key);
      if (unfit.size >= UNFIT_MAX) unfit.clear();
      unfit.add(key);
    },
    isUnfit: (key: string): boolean => unfit.has(key),
    size: () => ({ entries: entries.size, bytes }),
    /** Everything stored for more than one reader, for tests that look for what must not be in it. */
    texts: (): string[] =>
      [...entries].flatMap(([key, { shapes }]) => [
        key,
        ...shapes.flatMap(({ asks, templates }) => [
          JSON.stringify(asks),
          ...[...templates.values()].map(({ template }) => JSON.stringify(template, asText)),
        ]),
      ]),
  };
}

/** Approximate size in bytes of everything cached for a URL. */
function sizeOf(key: string, shapes: readonly Shape[]): number {
  const keptOf = ({ asks, templates, own }: Shape) =>
    [...templates.values(), ...own.values()].reduce(
      (sum, { template, dependsOn }) => sum + template.bytes + 2 * dependsOn.join().length,
      2 * JSON.stringify(asks).length,
    );
  return shapes.reduce((sum, shape) => sum + keptOf(shape), 2 * key.length);
}

const asText = (_: string, value: unknown): unknown =>
  value && typeof value === "object" && (value as { type?: string }).type === "Buffer"
    ? Buffer.from((value as { data: number[] }).data).toString()
    : value;

/** Turns a filled-in page into one that can be sent: for one reader, compressed on request. */
export function sendable(
  { status, headers, etag, body, gzip }: Filled,
  { dependsOn, counts }: KeptTemplate,
): FinalPage {
  const made: FinalPage["encoded"] = {};
  return {
    status,
    headers,
    etag,
    dependsOn,
    shown: true,
    counts,
    compressible: true,
    kept: false,
    encodings: ["gzip"],
    incomplete: false,
    unshared: true,
    cacheable: false,
    encoded: {
      get identity() {
        made.identity ??= body();
        return made.identity;
      },
      get gzip() {
        made.gzip ??= gzip();
        return made.gzip;
      },
    },
  };
}
