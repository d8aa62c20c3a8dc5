import cluster, { type Worker } from "node:cluster";
import type { NoteServer } from "#log/server-events";
import { mergedMetrics } from "#runtime/merged-metrics";
import { LEAVE } from "#runtime/shutdown";
import { SECOND } from "#runtime/time-units";
import { surplusOf } from "./connection-balance";
import type { FromWorker, ToWorker } from "./worker";

/** Failed starts in a row after which the supervisor gives up. */
const FAILED_MAX = 3;
/** Milliseconds between a failed start and the next. */
const PAUSE = SECOND;
/** Milliseconds between two comparisons of connections, in which all workers report those that were opened together. */
const COMPARED_AFTER = 150;
/** Milliseconds that a worker has to report its metrics. */
const METRICS_PATIENCE = 2 * SECOND;

type Options = {
  workers: number;
  /** Called with the port once the first worker listens. */
  ready: (port: number) => void;
  note: NoteServer;
};

/**
 * Starts worker processes that answer on one port and replaces those that die; this process answers no requests itself.
 * The first worker starts alone, since it migrates the database for all. If the first start fails, or starts fail
 * repeatedly, the supervisor exits with that worker's exit code; the worker has logged the reason.
 * @returns the metrics of all workers
 */
export function superviseWorkers({ workers, ready, note }: Options): { render(): Promise<string> } {
  let began = false;
  let failed = 0;
  let code = 0;
  let leaving = false;
  /** Workers by number; a replacement takes the number of the one that died. */
  const running = new Map<number, Worker>();
  const answering = new Set<Worker>();
  const connections = new Map<Worker, number>();

  // Each worker accepts connections from the port itself, when it has time. With round-robin (Node's other policy), a
  // connection that was handed to a dying worker would never be answered or closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE;

  function start(number: number): void {
    if (leaving) return;
    const worker = cluster.fork();
    running.set(number, worker);
    worker.once("listening", (address) => {
      answering.add(worker);
      failed = 0;
      if (began) return;
      began = true;
      ready(address.port);
      for (let other = 2; other <= workers; other += 1) start(other);
    });
    worker.on("message", (message: FromWorker) => {
      if ("charged" in message) {
        for (const other of answering) if (other !== worker) tell(other, message);
      } else if ("open" in message) {
        connections.set(worker, message.open);
        compareConnections();
      }
    });
    // Raised by a message to a dead worker; its exit is handled below.
    worker.on("error", () => {});
    worker.once("exit", (status: number | null, signal: string | null) => {
      running.delete(number);
      const answered = answering.delete(worker);
      connections.delete(worker);
      if (leaving) {
        if (answered && status !== 0) code ||= 1;
        if (running.size === 0) process.exit(code);
      } else if (answered) {
        if (status !== 0) note("worker_died", { worker: number, status, signal });
        start(number);
      } else if (!began || ++failed === FAILED_MAX) {
        code = status || 1;
        leave();
      } else setTimeout(start, PAUSE, number);
    });
  }

  let comparing = false;
  /** Soon tells each worker how many connections it has too many. */
  function compareConnections(): void {
    if (comparing) return;
    comparing = true;
    setTimeout(() => {
      comparing = false;
      const list = [...answering];
      const surplus = surplusOf(list.map((worker) => connections.get(worker) ?? 0));
      for (const [index, worker] of list.entries()) tell(worker, { surplus: surplus[index] ?? 0 });
    }, COMPARED_AFTER).unref();
  }

  function leave(): void {
    leaving = true;
    for (const worker of running.values()) {
      if (answering.has(worker)) tell(worker, LEAVE);
      else worker.process.kill("SIGTERM");
    }
    if (running.size === 0) process.exit(code);
  }

  const signalled = () => {
    if (!leaving) return leave();
    for (const worker of running.values()) worker.process.kill("SIGKILL");
    process.exit(1);
  };
  process.on("SIGTERM", signalled);
  process.on("SIGINT", signalled);

  let asked = 0;
  function metricsOf(worker: Worker): Promise<string> {
    asked += 1;
    const number = asked;
    return new Promise((resolve) => {
      const end = (text: string) => {
        clearTimeout(late);
        worker.off("message", hear);
        resolve(text);
      };
      const hear = (message: FromWorker) => {
        if ("metrics" in message && message.metrics === number) end(message.text);
      };
      const late = setTimeout(end, METRICS_PATIENCE, "");
      worker.on("message", hear);
      tell(worker, { metrics: number });
    });
  }

  start(1);
  return {
    async render() {
      const list = [...running].filter(([, worker]) => answering.has(worker));
      const texts = list.map(
        async ([number, worker]): Promise<[string, string]> => [String(number), await metricsOf(worker)],
      );
      return mergedMetrics(new Map((await Promise.all(texts)).sort()));
    },
  };
}

const tell = (worker: Worker, message: ToWorker): void => void worker.send(message, () => {});
