import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { createUpstream } from "#upstream/app";
import { bump } from "#upstream/db/versions";
import { createChance } from "#upstream/demo/chance";
import { createComment } from "#upstream/modules/comment/write";
import { shownKeys } from "#upstream/modules/content/version-keys";
import { CACHE, configOf } from "./datasets";
import { fetchReply } from "./replies";
import { startServer } from "./server-process";
import { printTable } from "./table";

const PORT = 21_006;
const CHECKS = 10_000;
const SEED = 20261122;
/** Readers that keep requesting the same pages, so that pages are rendered while writes happen. */
const READERS = 3;
const READER_PAUSE = 5;

/**
 * Writes, then immediately reads cached pages that show the change: titles in details, lists, the home page and the
 * author's profile, and comments. Another process writes to the same database file as the one that serves.
 */
export async function measureFreshness(demo: string) {
  const folder = join(CACHE, "freshness");
  rmSync(folder, { recursive: true, force: true });
  cpSync(demo, folder, { recursive: true });
  const server = await startServer(PORT, { DATA_DIR: folder });
  const writer = await createUpstream(configOf(folder));
  const { db } = writer.services;
  const chance = createChance(SEED);
  const newest = (table: "articles" | "questions") =>
    db
      .selectFrom(table)
      .select(["id", "author_id"])
      .where("deleted_at", "is", null)
      .orderBy("created_at", "desc")
      .limit(5)
      .execute();
  const [articles, questions] = [await newest("articles"), await newest("questions")];

  const textOf = async (path: string): Promise<string> => {
    const { status, body } = await fetchReply(server.origin, path, { "accept-encoding": "br" });
    return status === 200 ? brotliDecompressSync(body).toString("utf8") : "";
  };
  const retitle = (
    table: "articles" | "questions",
    { id, author_id }: { id: number; author_id: number },
    title: string,
  ) =>
    db.transaction().execute(async (trx) => {
      await trx.updateTable(table).set({ title }).where("id", "=", id).execute();
      await bump(trx, shownKeys(table === "articles" ? "article" : "question", { id, author_id }));
    });
  const remark = (articleId: number, text: string) =>
    db
      .transaction()
      .execute((trx) =>
        createComment(trx, writer.services, { authorId: 1, targetKind: "article", targetId: articleId, text }),
      );
  /** Pages that show an item's title. */
  const showing = (table: "articles" | "questions", { id, author_id }: { id: number; author_id: number }): string[] =>
    table === "articles"
      ? [paths.article(encodeId(id)), paths.home("latest"), paths.articles(), paths.writtenBy("article", author_id)]
      : [paths.question(encodeId(id)), paths.home("latest"), paths.questions(), paths.writtenBy("question", author_id)];

  let reading = true;
  const all = [
    ...articles.flatMap((one) => showing("articles", one)),
    ...questions.flatMap((one) => showing("questions", one)),
  ];
  const readers = Array.from({ length: READERS }, async (_, reader) => {
    for (let n = reader; reading; n += READERS) {
      await textOf(all[n % all.length] ?? "/");
      await new Promise((resolve) => setTimeout(resolve, READER_PAUSE));
    }
  });

  const stale: Record<string, number> = {};
  const unseen = new Set<string>();
  let checks = 0;
  let writes = 0;
  const started = Date.now();
  while (checks < CHECKS) {
    writes += 1;
    const mark = `新${writes.toString(36)}鲜`;
    const kind = chance.pick(["articles", "questions", "comment"] as const);
    let pages: string[];
    if (kind === "comment") {
      const { id } = chance.pick(articles);
      await remark(id, `说一句 ${mark}`);
      pages = [paths.article(encodeId(id))];
    } else {
      const one = chance.pick(kind === "articles" ? articles : questions);
      await retitle(kind, one, `写完马上读得到吗 ${mark}`);
      pages = showing(kind, one);
    }
    for (const page of pages) {
      const shape = `${kind} ${page.replace(/\/\w{12,}|\/\d+/, "/…")}`;
      if (unseen.has(shape)) continue;
      const fresh = (await textOf(page)).includes(mark);
      // A page that has never shown a change does not show such items at all.
      if (!fresh && stale[shape] === undefined) unseen.add(shape);
      else stale[shape] = (stale[shape] ?? 0) + (fresh ? 0 : 1);
      if (!unseen.has(shape)) checks += 1;
      if (checks >= CHECKS) break;
    }
  }
  reading = false;
  await Promise.all(readers);
  const seconds = (Date.now() - started) / 1000;
  await server.stop();
  await writer.close();
  rmSync(folder, { recursive: true, force: true });
  const total = Object.values(stale).reduce((sum, count) => sum + count, 0);
  printTable(
    `Write, then read a cached page: stale answers (aim: 0)`,
    ["checks", "writes", "stale", "seconds"],
    [[checks.toLocaleString("en"), String(writes), String(total), seconds]],
  );
  console.log(`Pages checked: ${Object.keys(stale).join(", ")}`);
  if (unseen.size) console.log(`Pages that do not show it: ${[...unseen].join(", ")}`);
  return { checks, writes, stale: total, pages: Object.keys(stale), notShowing: [...unseen] };
}
