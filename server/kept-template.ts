import type { Filled, Template } from "./member-template";
import type { KeptPage, Page } from "./page";
import type { Ask } from "./record-calls";

/** Cached template of a page, and what it was made from. */
export type KeptTemplate = Pick<Page, "dependsOn" | "counts"> & {
  template: Template;
  version: number;
  now: Date;
  /** Milliseconds since 1970 at which a relative time shown on it changes. */
  until: number;
};
/** Templates whose pages make the same personal calls, by the digest of the replies. */
export type Shape = { asks: readonly Ask[]; templates: Map<string, KeptTemplate> };
/** Templates of one URL; `named` are the ids of the people whom its shared replies mention. */
export type Entry = { shapes: Shape[]; named: ReadonlySet<string>; bytes: number };

/** Approximate size in bytes of everything cached for a URL. */
export function sizeOf(key: string, shapes: readonly Shape[]): number {
  const keptOf = ({ asks, templates }: Shape) =>
    [...templates.values()].reduce(
      (sum, { template, dependsOn }) => sum + template.bytes + 2 * dependsOn.join().length,
      2 * JSON.stringify(asks).length,
    );
  return shapes.reduce((sum, shape) => sum + keptOf(shape), 2 * key.length);
}

/** Turns a filled-in page into one that can be sent: for one reader, compressed on request. */
export function sendable({ status, headers, etag, body, gzip }: Filled, { dependsOn, counts }: KeptTemplate): KeptPage {
  const made: KeptPage["encoded"] = {};
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
