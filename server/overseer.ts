import cluster, { type Worker } from "node:cluster";
import type { NoteServer } from "#log/server-events";
import { mergedMetrics } from "#runtime/merged-metrics";
import { LEAVE } from "#runtime/shutdown";
import { SECOND } from "#runtime/time-units";
import type { FromWorker, ToWorker } from "./worker";

/** Starts in a row that fail before all is ended. */
const FAILED_MAX = 3;
/** Milliseconds between a start that failed and the next. */
const PAUSE = SECOND;
/** Milliseconds that a worker has to give its metrics. */
const METRICS_PATIENCE = 2 * SECOND;

type Options = {
  workers: number;
  /** Hears on which port they listen, once the first does. */
  ready: (port: number) => void;
  note: NoteServer;
};

/**
 * Starts so many processes that answer on one port, and another for one that dies; answers nothing itself. The first starts
 * alone: it brings the database up to date for all. Where a start fails again and again, or the very first does, all ends with
 * the code of that process, which has said why.
 * @returns the metrics of all
 */
export function overseeWorkers({ workers, ready, note }: Options): { render(): Promise<string> } {
  let began = false;
  let failed = 0;
  let code = 0;
  let leaving = false;
  /** By their number, which one that takes another's place has from it. */
  const running = new Map<number, Worker>();
  const answering = new Set<Worker>();

  // Each takes connections from the port by itself, one when it has time for one. Handed out in turn (Node's other way) the
  // one that is on its way to a worker that dies would never be answered, nor closed.
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
      if (!("charged" in message)) return;
      for (const other of answering) if (other !== worker) tell(other, message);
    });
    // Of a message to one that is gone; its end is heard of below.
    worker.on("error", () => {});
    worker.once("exit", (status: number | null, signal: string | null) => {
      running.delete(number);
      const answered = answering.delete(worker);
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
