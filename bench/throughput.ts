import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { CACHE } from "./datasets";
import { GENERATOR, load } from "./load";
import { fetchPage, type WireReply } from "./replies";
import { type Measured, startRaw, startServer } from "./server-process";
import { median } from "./stats";
import { printTable } from "./table";

const PORTS = { cached: 21_001, uncached: 21_002, raw: 21_003 };
/**
 * Rounds per server, and seconds per round; cached pages and the plain server alternate, because a machine's speed
 * changes within seconds.
 */
const ROUNDS: Record<Side, number> = { raw: 9, cached: 9, uncached: 3 };
const SECONDS: Record<Side, number> = { raw: 1, cached: 1, uncached: 2 };
/**
 * Seconds of warm-up per kind: V8 compiles the rendering code during the first two thousand pages, and the code for
 * cached pages for longer.
 */
const WARMING: Record<Side, number> = { raw: 2, cached: 8, uncached: 15 };
/** Different pages per kind; more than connections, so that no two requests for the same page are concurrent. */
const EXAMPLES = 48;

type Side = keyof typeof PORTS;
type Figures = { perSecond: number; p50: number; p99: number; cpu: number };
type Row = { kind: string; bytes: number; ratio: number } & Record<Side, Figures>;
const SIDES: Side[] = ["raw", "cached", "uncached"];
const MEGABYTE = 1024 * 1024;

/**
 * Measures home, article and question pages: cached, rendered for each request, and the same bytes with the same
 * headers from a plain node:http server. Three processes, alternating rounds, medians of the rounds.
 */
export async function measureThroughput(folder: string) {
  const ids = Array.from({ length: EXAMPLES }, (_, n) => encodeId(n + 1));
  // Even without a cache, concurrent requests for a page share one rendering; `q` prevents that.
  const apart = (list: readonly string[]) =>
    Array.from({ length: EXAMPLES }, (_, n) => `${list[n % list.length]}?q=${n}`);
  const kinds = {
    home: [paths.home()],
    article: ids.map(paths.article),
    question: ids.map((id) => paths.question(id)),
  };

  const cached = await startServer(PORTS.cached, { DATA_DIR: folder });
  const idle = await settledMemory(cached);
  const uncached = await startServer(PORTS.uncached, { DATA_DIR: folder, PAGE_CACHE_MB: "0" });
  const answers: WireReply[] = [];
  for (const path of Object.values(kinds).flat()) answers.push(await fetchPage(cached.origin, path));
  const file = join(CACHE, "answers.json");
  writeFileSync(file, JSON.stringify(answers.map((answer) => ({ ...answer, body: answer.body.toString("base64") }))));
  const raw = await startRaw(PORTS.raw, file);
  const servers = { cached, uncached, raw };

  const memory = { cached: 0, uncached: 0 };
  const measured = Object.entries(kinds).map(([kind, list]) => ({
    kind,
    list,
    rounds: { raw: [], cached: [], uncached: [] } as Record<Side, Figures[]>,
  }));
  const pathsFor = (side: Side, list: readonly string[]) => (side === "uncached" ? apart(list) : list);
  for (const side of SIDES)
    for (const { list } of measured) await load(servers[side].origin, pathsFor(side, list), WARMING[side]);
  const measure = async (side: Side, { list, rounds }: (typeof measured)[number]) => {
    rounds[side].push(await oneRound(servers[side], pathsFor(side, list), SECONDS[side]));
    if (side !== "raw") memory[side] = Math.max(memory[side], (await servers[side].usage()).rss);
  };
  // Each round measures every kind, because a machine that becomes faster or slower for a while favours the kinds
  // measured then.
  for (let round = 0; round < ROUNDS.cached; round++)
    for (const one of measured) for (const side of ["raw", "cached"] as const) await measure(side, one);
  for (let round = 0; round < ROUNDS.uncached; round++) for (const one of measured) await measure("uncached", one);
  const rows: Row[] = measured.map(({ kind, list, rounds }) => {
    const sides = Object.fromEntries(SIDES.map((side) => [side, medians(rounds[side])])) as Record<Side, Figures>;
    const sizes = answers.filter(({ path }) => list.includes(path)).map(({ body }) => body.byteLength);
    const shares = rounds.cached.map(
      ({ perSecond }, round) => perSecond / (rounds.raw[round]?.perSecond ?? Number.NaN),
    );
    return { kind, ...sides, bytes: median(sizes), ratio: median(shares) };
  });
  for (const server of Object.values(servers)) await server.stop();

  printTable(
    `Pages under load (${GENERATOR}; medians of ${ROUNDS.cached} rounds in turn, uncached of ${ROUNDS.uncached}; aim: cached ≥ 75 % of raw, uncached ≤ 2.5 ms CPU)`,
    ["", "requests/s", "of raw", "p50 ms", "p99 ms", "CPU ms/request", "bytes sent"],
    rows.flatMap((row) =>
      SIDES.map((side) => {
        const { perSecond, p50, p99, cpu } = row[side];
        const of = side === "cached" ? row.ratio : perSecond / row.raw.perSecond;
        const share = `${(100 * of).toFixed(side === "uncached" ? 1 : 0)} %`;
        return [`${row.kind}, ${side === "raw" ? "raw node:http" : side}`, perSecond, share, p50, p99, cpu, row.bytes];
      }),
    ),
  );
  const megabytes = {
    idle: idle / MEGABYTE,
    cachedLoad: memory.cached / MEGABYTE,
    uncachedLoad: memory.uncached / MEGABYTE,
  };
  printTable(
    "Memory of the server process, MB (aim: ≤ 220 idle)",
    ["idle", "under load, cached", "under load, uncached"],
    [[megabytes.idle.toFixed(0), megabytes.cachedLoad, megabytes.uncachedLoad]],
  );
  return { rows, memory: megabytes };
}

async function oneRound(server: Measured, list: readonly string[], seconds: number): Promise<Figures> {
  const before = await server.usage();
  const { requests, perSecond, p50, p99, failed } = await load(server.origin, list, seconds);
  const after = await server.usage();
  if (failed > 0 || requests === 0) throw new Error(`${failed} of ${requests} requests failed at ${server.origin}`);
  return { perSecond, p50, p99, cpu: (after.cpu - before.cpu) / requests };
}

function medians(rounds: readonly Figures[]): Figures {
  const of = (name: keyof Figures) => median(rounds.map((round) => round[name]));
  return { perSecond: of("perSecond"), p50: of("p50"), p99: of("p99"), cpu: of("cpu") };
}

/** Memory in bytes of a server that has served a page and then been idle for a while. */
async function settledMemory(server: Measured): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 3000));
  return (await server.usage()).rss;
}
