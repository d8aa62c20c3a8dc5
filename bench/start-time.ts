import { startServer } from "./server-process";
import { median } from "./stats";
import { printTable } from "./table";

const RUNS = 5;
const PORT = 21_004;

/** Measures the time from starting the process (built, with data) to the first page with status 200. */
export async function measureStart(folder: string) {
  const times: number[] = [];
  const processor: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const server = await startServer(PORT, { DATA_DIR: folder });
    times.push(server.firstPage);
    processor.push((await server.usage()).cpu);
    await server.stop();
  }
  const result = {
    median: median(times),
    fastest: Math.min(...times),
    slowest: Math.max(...times),
    cpu: median(processor),
  };
  printTable(
    `From start to the first page, ms (${RUNS} runs; aim: ≤ 1,000)`,
    ["median", "fastest", "slowest", "CPU ms"],
    [[result.median.toFixed(0), result.fastest, result.slowest, result.cpu]],
  );
  return result;
}
