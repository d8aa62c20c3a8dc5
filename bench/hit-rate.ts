import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { createUpstream, type Upstream } from "#upstream/app";
import { transact } from "#upstream/db/transact";
import { type Chance, createChance } from "#upstream/demo/chance";
import { insertAnswer, prepareAnswer } from "#upstream/modules/answer/write";
import { createComment } from "#upstream/modules/comment/write";
import { setLike } from "#upstream/modules/like/write";
import { createPageCache } from "../server/pages/page-cache";
import { CACHE, configOf, seededData } from "./datasets";
import { createRenderer } from "./rendered-page";
import { printTable } from "./table";

const ARTICLES = 1_000;
const QUESTIONS = ARTICLES / 2;
const PEOPLE = 20;
const SEED = 20261124;
const SECOND = 1_000;
/** Seconds of simulated time. */
const WARMING = 600;
const MEASURED = 600;

type Kind = "article" | "question" | "home" | "list";
/** Most popular articles and questions: any of them, or the newest, which come first in all lists. */
type Popular = "any" | "newest";
type Case = { perSecond: number; popular: Popular };
const CASES: Case[] = [
  { perSecond: 10, popular: "any" },
  { perSecond: 100, popular: "any" },
  { perSecond: 100, popular: "newest" },
];

/**
 * Measures the hit rate of the page cache while one write a second happens (60 % likes, 25 % comments, 15 % answers),
 * Zipf-distributed: real pages, real writes and the real cache, in simulated time.
 */
export async function measureHitRate() {
  const rows = [];
  for (const one of CASES) rows.push({ ...one, ...(await simulate(one)) });
  printTable(
    `Pages from the page cache at one write a second, % (aim at 100 reads/s: 94 of all, 99 of home and lists)`,
    ["reads/s, most read", "all", "article", "question", "home", "lists", "rendered/s"],
    rows.map(({ perSecond, popular, all, article, question, home, list, rendered }) => [
      `${perSecond}, ${popular}`,
      ...[all, article, question, home, list].map((share) => (100 * share).toFixed(1)),
      rendered,
    ]),
  );
  return rows;
}

async function simulate({ perSecond, popular }: Case) {
  const folder = join(CACHE, "hit-rate");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(await seededData(ARTICLES), "shequ.db"), join(folder, "shequ.db"));
  let now = Date.now();
  const clock = () => new Date(now);
  const upstream = await createUpstream(configOf(folder), { clock });
  const chance = createChance(SEED);
  const write = createWriter(upstream, chance, popular);
  const pick = createReader(chance, popular);
  const render = await createRenderer(upstream, clock);
  const cache = createPageCache({
    maxBytes: 64 * 1024 * 1024,
    probe: () => upstream.versions,
    lifetime: 60 * SECOND,
    clock: () => now,
  });
  const count = () => ({ article: 0, question: 0, home: 0, list: 0 });
  let [reads, renders] = [count(), count()];
  for (let second = 0; second < WARMING + MEASURED; second += 1) {
    if (second === WARMING) [reads, renders] = [count(), count()];
    const writesAt = chance.between(0, perSecond - 1);
    for (let n = 0; n < perSecond; n += 1) {
      now += SECOND / perSecond;
      if (n === writesAt) await write();
      const { kind, path } = pick();
      reads[kind] += 1;
      await cache.get(path, () => {
        renders[kind] += 1;
        return render(path);
      });
    }
  }
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
  const kinds: Kind[] = ["article", "question", "home", "list"];
  const hits = (of: readonly Kind[]) => {
    const sum = (counts: Record<Kind, number>) => of.reduce((all, kind) => all + counts[kind], 0);
    return 1 - sum(renders) / sum(reads);
  };
  const rendered = kinds.reduce((all, kind) => all + renders[kind], 0) / MEASURED;
  const [article, question, home, list] = [hits(["article"]), hits(["question"]), hits(["home"]), hits(["list"])];
  return { all: hits(kinds), article, question, home, list, rendered };
}

/** Zipf distribution of ids from 1: the n-th most popular one with a share of 1/n. */
function createZipf(size: number, chance: Chance, popular: Popular): () => number {
  const sums: number[] = [];
  for (let rank = 1; rank <= size; rank += 1) sums.push((sums.at(-1) ?? 0) + 1 / rank);
  const byAge = Array.from({ length: size }, (_, n) => size - n);
  const ids = popular === "newest" ? byAge : chance.sample(byAge, size);
  return () => {
    const wanted = chance.next() * (sums.at(-1) ?? 0);
    return ids[sums.findIndex((sum) => sum >= wanted)] ?? 1;
  };
}

/** Distribution of articles and questions, the same for readers and writers. */
const createTargets = (popular: Popular) => {
  const chance = createChance(SEED + 1);
  return { article: createZipf(ARTICLES, chance, popular), question: createZipf(QUESTIONS, chance, popular) };
};

function createReader(chance: Chance, popular: Popular): () => { kind: Kind; path: string } {
  const target = createTargets(popular);
  const lists = [paths.articles(), paths.questions()];
  return () => {
    const of = chance.next();
    if (of < 0.6) return { kind: "article", path: paths.article(encodeId(target.article())) };
    if (of < 0.8) return { kind: "question", path: paths.question(encodeId(target.question())) };
    return of < 0.9 ? { kind: "home", path: paths.home() } : { kind: "list", path: chance.pick(lists) };
  };
}

function createWriter({ services }: Upstream, chance: Chance, popular: Popular): () => Promise<void> {
  const target = createTargets(popular);
  const liked = new Set<string>();
  return async () => {
    const of = chance.next();
    const userId = chance.between(1, PEOPLE);
    if (of < 0.6) {
      const like = { userId, targetKind: "article" as const, targetId: target.article() };
      const key = `${userId}/${like.targetId}`;
      const on = !liked.delete(key);
      if (on) liked.add(key);
      await transact(services.db, (trx) => setLike(trx, services, { ...like, on }));
    } else if (of < 0.85) {
      const place = { targetKind: "article" as const, targetId: target.article() };
      await transact(services.db, (trx) =>
        createComment(trx, services, { ...place, authorId: userId, text: "说得好" }),
      );
    } else {
      const asked = { questionId: target.question(), authorId: userId, content: "先写结论，再写过程。" };
      const answer = await prepareAnswer(services, asked);
      await transact(services.db, (trx) => insertAnswer(trx, services, answer));
    }
  };
}
