import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { createUpstream } from "#upstream/app";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { createComment } from "#upstream/modules/comment/write";
import { shownKeys } from "#upstream/modules/content/version-keys";
import { createPageCache } from "../server/pages/page-cache";
import { CACHE, configOf, seededData } from "./datasets";
import { createRenderer } from "./rendered-page";
import { printTable } from "./table";

const ARTICLES = 1_000;
/** The article that everybody reads. */
const READ = 1;
const READERS = 16;
const READER_PAUSE = 5;
const SECONDS = 15;
/** Milliseconds between changes that show on the page. */
const CHANGE_EVERY = 250;
const UNRELATED = [0, 400] as const;
/** Milliseconds between batches of unrelated writes; timers are too coarse for each of 400 a second. */
const BATCH_EVERY = 20;

/**
 * Measures how many times a page is rendered for each change that shows on it, while sixteen readers request it all
 * the time and other pages are written to: real pages, versions and cache, in real time. A cache that discarded renders
 * at any write would render it many times.
 */
export async function measureChangeRenders() {
  const folder = join(CACHE, "change-renders");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(await seededData(ARTICLES), "shequ.db"), join(folder, "shequ.db"));
  const rows = [];
  for (const unrelated of UNRELATED) rows.push({ unrelated, ...(await countRenders(folder, unrelated)) });
  rmSync(folder, { recursive: true, force: true });
  printTable(
    `Renders of a page for each change that shows on it (${READERS} readers; gate: 1.2, aim: 1)`,
    ["unrelated writes/s, wanted", "happened", "changes", "renders", "renders per change", "reads"],
    rows.map(({ unrelated, written, changes, renders, perChange, reads }) => [
      String(unrelated),
      written,
      String(changes),
      String(renders),
      perChange,
      reads.toLocaleString("en"),
    ]),
  );
  return rows;
}

/** @param unrelated writes a second to articles that the page does not show */
async function countRenders(folder: string, unrelated: number) {
  const upstream = await createUpstream(configOf(folder));
  const { services } = upstream;
  const render = await createRenderer(upstream, () => new Date());
  const cache = createPageCache({ maxBytes: 64 * 1024 * 1024, probe: () => upstream.versions, lifetime: 60_000 });
  const path = paths.article(encodeId(READ));
  const count = { renders: 0, reads: 0, changes: 0, written: 0 };
  const read = async () => {
    count.reads += 1;
    await cache.get(path, () => {
      count.renders += 1;
      return render(path);
    });
  };
  await read();
  count.renders = 0;
  // The page also shows the titles of a few others.
  const shown = new Set((await render(path)).dependsOn);
  const others = Array.from({ length: ARTICLES }, (_, n) => n + 1).filter(
    (id) => !shownKeys("article", { id }).some((key) => shown.has(key)),
  );

  let running = true;
  const repeat = async (every: number, work: () => Promise<void>) => {
    while (running) {
      await work();
      await pause(every);
    }
  };
  const change = () =>
    transact(services.db, async (trx) => {
      const place = { targetKind: "article" as const, targetId: READ };
      await createComment(trx, services, { ...place, authorId: 1, text: "说得好" });
      count.changes += 1;
    });
  const started = performance.now();
  /** Keeps up with the rate, whatever a batch and a timer took. */
  const writeElsewhere = async () => {
    const due = ((performance.now() - started) / 1000) * unrelated;
    while (running && count.written < due) {
      const id = others[count.written % others.length] ?? 0;
      await transact(services.db, (trx) => bump(trx, shownKeys("article", { id })));
      count.written += 1;
    }
  };
  const all = [
    ...Array.from({ length: READERS }, () => repeat(READER_PAUSE, read)),
    repeat(CHANGE_EVERY, change),
    repeat(BATCH_EVERY, writeElsewhere),
  ];
  await pause(SECONDS * 1000);
  running = false;
  await Promise.all(all);
  // The last change may have come after the last read.
  await read();
  const seconds = (performance.now() - started) / 1000;
  await upstream.close();
  return { ...count, written: count.written / seconds, perChange: count.renders / count.changes };
}
