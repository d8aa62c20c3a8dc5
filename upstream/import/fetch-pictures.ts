import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Image } from "#app/contract/common";
import type { Services } from "#upstream/call/context";
import { toJson } from "#upstream/db/schema/columns";
import { STORED } from "#upstream/db/stored-kinds";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { shownKeys } from "#upstream/modules/content/version-keys";
import { fetchPicture } from "#upstream/services/external/fetch-picture";
import { FetchRefused } from "#upstream/services/external/guarded-fetch";
import { createGate } from "#upstream/services/storage/gate";
import { readdressImages } from "#upstream/text/image-marks";
import { keepPicture, knownPicture } from "./images";
import {
  IMPORTED_KINDS,
  type ImportedKind,
  type ImportedText,
  importedName,
  importedTexts,
  prefixOf,
} from "./imported-texts";
import { isReadOnlyNow } from "./is-read-only-now";
import type { FileNote } from "./read-sources";

/** Concurrent downloads: each may hold a picture of `LARGE_PICTURE_MAX` in memory. */
const PICTURES_AT_ONCE = 8;
/** Concurrent requests per host, as in browsers. */
const HOST_AT_ONCE = 6;
const REMOTE = /^(?:https?:)?\/\//i;

type Options = { progress?: (done: number, total: number) => void; signal?: AbortSignal };
type Outcome = { fetched: number; told: FileNote[]; stopped: boolean };

/**
 * Downloads the pictures that imported texts show from other sites, and rewrites the texts to our copies. Downloaded
 * pictures are remembered by URL: run again, it continues where it stopped, and retries failures.
 * @param from prefix of the texts' names: their folder, or the site that they came from
 */
export async function fetchPictures(services: Services, from: string, options: Options): Promise<Outcome> {
  const { signal, progress = () => {} } = options;
  const outcome: Outcome = { fetched: 0, told: [], stopped: false };
  const fetchOne = createFetcher(services, outcome);
  const total = await countTexts(services, from);
  let done = 0;
  for (const kind of IMPORTED_KINDS) {
    for (let after = 0; ; ) {
      if (signal?.aborted || (await isReadOnlyNow(services))) return { ...outcome, stopped: true };
      const texts = await importedTexts(services, { from, kind, after });
      const changed = await Promise.all(
        texts.map(async (text) => {
          const images = new Map<string, Image>();
          const urls = new Set<string>();
          readdressImages(text.content, (target) => {
            if (REMOTE.test(target)) urls.add(target);
            return null;
          });
          for (const url of urls) {
            const result = await fetchOne(url.startsWith("//") ? `https:${url}` : url);
            if (typeof result === "string")
              outcome.told.push({ file: importedName(from, text), reason: `${result}：${url}` });
            else images.set(url, result);
          }
          return { text, images };
        }),
      );
      for (const { text, images } of changed) if (images.size > 0) await rewrite(services, kind, text, images);
      done += texts.length;
      progress(done, total);
      const last = texts.at(-1);
      if (!last) break;
      after = last.id;
    }
  }
  return outcome;
}

/** Downloads a picture once for all texts of this run; returns it, or the error. */
function createFetcher(services: Services, outcome: Outcome): (url: string) => Promise<Image | string> {
  const all = createGate(PICTURES_AT_ONCE, Number.POSITIVE_INFINITY);
  const hosts = new Map<string, ReturnType<typeof createGate>>();
  const asked = new Map<string, Promise<Image | string>>();
  const fetchIt = async (url: string): Promise<Image | string> => {
    const key = `content/import/${createHash("sha256").update(`url:${url}`).digest("hex").slice(0, 32)}.webp`;
    const known = await knownPicture(services, key);
    if (known) return known;
    try {
      const { bytes } = await fetchPicture(services.guardedFetch, url);
      const image = await keepPicture(services, { key, source: bytes, name: new URL(url).pathname });
      if (!image) return "不是能读的图片";
      outcome.fetched += 1;
      return image;
    } catch (error) {
      if (error instanceof FetchRefused) return `取不到图片（${error.message}）`;
      throw error;
    }
  };
  return (url) => {
    const before = asked.get(url);
    if (before) return before;
    const host = URL.canParse(url) ? new URL(url).host : "";
    const gate = hosts.get(host) ?? createGate(HOST_AT_ONCE, Number.POSITIVE_INFINITY);
    hosts.set(host, gate);
    const result = gate(() => all(() => fetchIt(url)));
    asked.set(url, result);
    return result;
  };
}

async function countTexts({ db }: Services, from: string): Promise<number> {
  const prefix = prefixOf(from);
  const { total } = await db
    .selectFrom("imports")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where(sql<boolean>`substr(source, 1, ${prefix.length}) = ${prefix}`)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Saves a text with its local pictures, unless somebody has changed it meanwhile. */
async function rewrite(
  services: Services,
  kind: ImportedKind,
  text: ImportedText,
  images: ReadonlyMap<string, Image>,
): Promise<void> {
  const content = readdressImages(text.content, (target) => images.get(target)?.url ?? null);
  const { html } = await services.markdown.render(content, { anchors: kind === "article" });
  const cover = kind === "article" ? [...images.values()].find(({ width }) => width >= 400) : undefined;
  await transact(services.db, async (trx) => {
    const covered = cover ? sql`, cover = coalesce(cover, ${toJson(cover)})` : sql``;
    const { rows } = await sql<{ id: number; author_id: number; question_id?: number }>`
      update ${sql.table(STORED[kind].table)}
      set content = ${content}, content_html = ${html}, version = version + 1 ${covered}
      where id = ${text.id} and content = ${text.content} returning *`.execute(trx);
    for (const row of rows) await bump(trx, shownKeys<ImportedKind>(kind, { question_id: 0, ...row }));
  });
}
