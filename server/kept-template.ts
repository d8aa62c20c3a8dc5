import type { Filled, Template } from "./member-template";
import type { KeptPage, Page } from "./page";
import type { Ask } from "./record-calls";

/** Template of a page as it is kept, and what it was made from. */
export type KeptTemplate = Pick<Page, "dependsOn" | "counts"> & {
  template: Template;
  version: number;
  now: Date;
  /** Milliseconds since 1970 at which a time on it becomes another. */
  until: number;
};
/** Templates whose pages make the same personal calls, by the digest of the replies. */
export type Shape = { asks: readonly Ask[]; templates: Map<string, KeptTemplate> };
/** Templates of an address; `named` are the ids of the people whom its shared replies name. */
export type Entry = { shapes: Shape[]; named: ReadonlySet<string>; bytes: number };

/** Bytes that all that is kept of an address takes, about. */
export function sizeOf(key: string, shapes: readonly Shape[]): number {
  const keptOf = ({ asks, templates }: Shape) =>
    [...templates.values()].reduce(
      (sum, { template, dependsOn }) => sum + template.bytes + 2 * dependsOn.join().length,
      2 * JSON.stringify(asks).length,
    );
  return shapes.reduce((sum, shape) => sum + keptOf(shape), 2 * key.length);
}

/** Page that was filled in, as it is sent: to one reader, and compressed when somebody wants it so. */
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
