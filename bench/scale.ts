import { countFigures } from "#upstream/modules/figures/count-figures";
import { consoleData, seededData } from "./datasets";
import { openWorld, type World } from "./in-process";
import { CALLS, CONSOLE_CALLS, CONSOLE_PAGES, type Ids, type Kind, PAGES } from "./page-kinds";
import { logInOwner } from "./seed-console";
import { median, percentile } from "./stats";
import { printTable } from "./table";

const SMALL = 1_000;
const LARGE = 50_000;
/** Requests of each kind before it is measured; more for pages, because V8 compiles their rendering code for long. */
const WARMING = { call: 10, page: 60 };

type Row = {
  kind: string;
  /** CPU milliseconds, medians. */
  small: number;
  large: number;
  ratio: number;
  /** Wall-clock milliseconds. */
  p50: number;
  p99: number;
  statements: number;
};

/**
 * Measures lists, details and searches with a small database and one fifty times as large, in CPU milliseconds and SQL
 * statements; one process alternates between both, so that other load affects both alike. SQLite works in the calling
 * thread, so its time is included.
 */
export async function measureScale(samples = 120): Promise<{ calls: Row[]; pages: Row[] }> {
  const [small, large] = [await openWorld(await seededData(SMALL)), await openWorld(await seededData(LARGE))];
  const measured = await compareWorlds({ small, large, samples, calls: CALLS, pages: PAGES });
  await small.upstream.close();
  await large.upstream.close();
  return measured;
}

/**
 * Measures the console with the same two databases: the queue of held texts, the list of all content, the figures of a
 * year, the home page.
 */
export async function measureConsole(samples = 60): Promise<{ calls: Row[]; pages: Row[] }> {
  const open = async (size: number) => openWorld(await consoleData(size), logInOwner);
  const [small, large] = [await open(SMALL), await open(LARGE)];
  const measured = await compareWorlds({ small, large, samples, calls: CONSOLE_CALLS, pages: CONSOLE_PAGES });
  const counted = [];
  for (const { upstream } of [small, large]) {
    const cpu = async (work: () => Promise<void>) => {
      const used = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(used);
      return (user + system) / 1000;
    };
    counted.push({
      first: await cpu(() => countFigures(upstream.services)),
      again: await cpu(() => countFigures(upstream.services)),
    });
  }
  printTable(
    "The hourly job that counts figures: CPU ms",
    ["", "first, from the beginning", "again"],
    counted.map(({ first, again }, at) => [`${[SMALL, LARGE][at]?.toLocaleString("en")} articles`, first, again]),
  );
  await small.upstream.close();
  await large.upstream.close();
  return measured;
}

type Comparison = { small: World; large: World; samples: number; calls: readonly Kind[]; pages: readonly Kind[] };

async function compareWorlds({ small, large, samples, ...kinds }: Comparison): Promise<{ calls: Row[]; pages: Row[] }> {
  const ids = [await idsOf(small), await idsOf(large)] as const;
  const measure = async (kinds: readonly Kind[], ask: "call" | "page"): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const kind of kinds) {
      const costs: [number[], number[]] = [[], []];
      const times: number[] = [];
      let statements = 0;
      try {
        for (let n = 0; n < WARMING[ask] + samples; n++) {
          for (const [side, world] of [small, large].entries()) {
            const path = kind.path(ids[side as 0 | 1], n);
            const before = world.upstream.services.connection.statements();
            const [started, used] = [performance.now(), process.cpuUsage()];
            await world[ask](path);
            if (n < WARMING[ask]) continue;
            const { user, system } = process.cpuUsage(used);
            costs[side as 0 | 1].push((user + system) / 1000);
            if (world === large) times.push(performance.now() - started);
            statements = Math.max(statements, world.upstream.services.connection.statements() - before);
          }
        }
      } catch (error) {
        console.log(`  ${kind.name}: left out (${String(error).slice(0, 120)})`);
        continue;
      }
      const [a, b] = [median(costs[0]), median(costs[1])];
      const latency = { p50: median(times), p99: percentile(times, 0.99) };
      rows.push({ kind: kind.name, small: a, large: b, ratio: b / a, ...latency, statements });
    }
    return rows;
  };
  const calls = await measure(kinds.calls, "call");
  const pages = await measure(kinds.pages, "page");
  for (const [title, rows] of [
    ["API calls in process", calls],
    ["Pages rendered whole, without the page cache", pages],
  ] as const) {
    printTable(
      `${title}: CPU ms at ${SMALL.toLocaleString("en")} and at ${LARGE.toLocaleString("en")} articles (aim: ratio ≤ 1.2; ≤ 6 SQL statements)`,
      ["", "CPU 1k", "CPU 50k", "ratio", "p50 ms 50k", "p99 ms 50k", "SQL"],
      rows.map((row) => [row.kind, row.small, row.large, row.ratio, row.p50, row.p99, String(row.statements)]),
    );
  }
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
