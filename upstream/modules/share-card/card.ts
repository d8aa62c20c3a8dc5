import { sql } from "kysely";
import type { CardOf } from "#app/contract/files/share-card";
import type { Accent } from "#app/contract/site/accents";
import type { Call } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { show } from "#upstream/call/shown";
import { readSetting } from "#upstream/modules/config/settings";
import { glanceAt } from "#upstream/modules/glance/glance";
import { BusyError, createGate } from "#upstream/services/storage/gate";
import { drawable, hasChinese } from "./card-glyphs";
import { type CardShape, type CardWords, cardSvg } from "./card-svg";

const KEPT_MAX = 200;
const WAITING_MAX = 20;
/** Seconds that others may cache a card; nobody can take it back from them. */
const MAX_AGE = 5 * 60;

/** Tables of kinds with a title but no author. */
const TITLED = { activity: "activities", announcement: "announcements", zhiku: "zhiku_contents" } as const;

const kept = new Map<string, Promise<Buffer>>();
/** One at a time: a card takes some 50 ms of CPU, and only programs wait for it. */
const gate = createGate(1, WAITING_MAX);

/**
 * The picture shown with a shared link (title, author, site name), drawn on first request.
 * @throws BusinessError NOT_FOUND for what does not exist, RATE_LIMITED if too many wait
 */
export async function cardOf(call: Call, of: CardOf, shape: CardShape): Promise<Response> {
  const logo = await readSetting(call, "logo");
  const accent = logo.accent ?? "green";
  const words = { site: logo.name, ...(await cardWords(call, of, logo.name)) };
  const key = JSON.stringify([shape === "thumb" ? words.site : words, shape, accent]);
  const drawing = kept.get(key) ?? gate(() => draw(words, shape, accent));
  kept.delete(key);
  kept.set(key, drawing);
  for (const old of [...kept.keys()].slice(0, Math.max(0, kept.size - KEPT_MAX))) kept.delete(old);
  const png = await drawing.catch((error: unknown) => {
    kept.delete(key);
    throw error instanceof BusyError ? new BusinessError("RATE_LIMITED", undefined, { retryAfter: 2 }) : error;
  });
  return new Response(new Uint8Array(png), {
    headers: { "content-type": "image/png", "cache-control": `public, max-age=${MAX_AGE}` },
  });
}

async function cardWords(call: Call, { kind, id }: CardOf, site: string): Promise<Pick<CardWords, "title" | "by">> {
  if (kind === "site") return { title: site, by: "" };
  if (kind === "activity" || kind === "announcement" || kind === "zhiku") {
    call.dependsOn(`${kind}/${id}`);
    const { rows } = await sql<{ title: string }>`
      select title from ${sql.table(TITLED[kind])} where id = ${id} and deleted_at is null`.execute(call.db);
    return { title: found(rows[0]).title, by: "" };
  }
  const { title, author } = show(call, await glanceAt(call.db, kind, id));
  return { title, by: author ?? "" };
}

async function draw(words: CardWords, shape: CardShape, accent: Accent): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  return sharp(Buffer.from(cardSvg(await drawn(words), shape, accent)))
    .png({ palette: true, quality: 90 })
    .toBuffer();
}

/** Words as far as this machine can draw them; null without a Chinese font. */
async function drawn({ title, by, site }: CardWords): Promise<CardWords | null> {
  if (!(await hasChinese())) return null;
  return { title: await drawable(title), by: await drawable(by), site: await drawable(site) };
}
