import { seededData } from "./datasets";
import { openWorld, type World } from "./in-process";
import { CALLS, type Ids, type Kind, PAGES } from "./page-kinds";
import { median, percentile } from "./stats";
import { printTable } from "./table";

const SMALL = 1_000;
const LARGE = 50_000;
const WARMING = 10;

type Row = {
  kind: string;
  smallP50: number;
  largeP50: number;
  smallP99: number;
  largeP99: number;
  ratio: number;
  statements: number;
};

/**
 * What lists, details and searches cost in a small world and in one fifty times as large, in milliseconds and
 * SQL statements; the same process asks both in turn, so that what else the machine does touches both alike.
 */
export async function measureScale(samples = 120): Promise<{ calls: Row[]; pages: Row[] }> {
  const [small, large] = [await openWorld(await seededData(SMALL)), await openWorld(await seededData(LARGE))];
  const ids = [await idsOf(small), await idsOf(large)] as const;
  const measure = async (kinds: readonly Kind[], ask: "call" | "page"): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const kind of kinds) {
      const times: [number[], number[]] = [[], []];
      let statements = 0;
      try {
        for (let n = 0; n < WARMING + samples; n++) {
          for (const [side, world] of [small, large].entries()) {
            const path = kind.path(ids[side as 0 | 1], n);
            const before = world.upstream.services.connection.statements();
            const started = performance.now();
            await world[ask](path);
            if (n >= WARMING) times[side as 0 | 1].push(performance.now() - started);
            if (n >= WARMING)
              statements = Math.max(statements, world.upstream.services.connection.statements() - before);
          }
        }
      } catch (error) {
        console.log(`  ${kind.name}: left out (${String(error).slice(0, 120)})`);
        continue;
      }
      const [a, b] = times;
      const row = {
        smallP50: median(a),
        largeP50: median(b),
        smallP99: percentile(a, 0.99),
        largeP99: percentile(b, 0.99),
      };
      rows.push({ kind: kind.name, ...row, ratio: row.largeP50 / row.smallP50, statements });
    }
    return rows;
  };
  const calls = await measure(CALLS, "call");
  const pages = await measure(PAGES, "page");
  for (const [title, rows] of [
    ["API calls in process", calls],
    ["Pages rendered whole, without the page cache", pages],
  ] as const) {
    printTable(
      `${title}: ms at ${SMALL.toLocaleString("en")} and at ${LARGE.toLocaleString("en")} articles (aim: ratio ≤ 1.2; ≤ 6 SQL statements)`,
      ["", "p50 1k", "p50 50k", "ratio", "p99 1k", "p99 50k", "SQL"],
      rows.map((row) => [
        row.kind,
        row.smallP50,
        row.largeP50,
        row.ratio,
        row.smallP99,
        row.largeP99,
        String(row.statements),
      ]),
    );
  }
  await small.upstream.close();
  await large.upstream.close();
  return { calls, pages };
}

async function idsOf({ upstream }: World): Promise<Ids> {
  const { db } = upstream.services;
  const all = async (table: "articles" | "questions" | "users") =>
    (await db.selectFrom(table).select("id").where("deleted_at", "is", null).orderBy("id").execute()).map(
      ({ id }) => id,
    );
  const totals = new Map(
    (await db.selectFrom("list_totals").select(["list", "total"]).execute()).map((row) => [row.list, row.total]),
  );
  const lists = {
    article: totals.get("article") ?? 0,
    question: totals.get("question") ?? 0,
    answer: totals.get("answer") ?? 0,
  };
  return { articles: await all("articles"), questions: await all("questions"), users: await all("users"), lists };
}
