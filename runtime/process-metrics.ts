import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import type { Metrics } from "./metrics";

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;
/** Milliseconds between two samples of the event-loop delay. */
const RESOLUTION = 20;

/** Adds the process's metrics: CPU time, memory, and the event-loop delay since the last collection. */
export function watchProcess(metrics: Metrics): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  let last = performance.eventLoopUtilization();
  metrics.gauge("process_start_time_seconds", "Start of the process, in seconds since 1970.", () => [
    { value: performance.timeOrigin / 1000 },
  ]);
  metrics.gauge("process_cpu_seconds_total", "CPU time in seconds.", () => {
    const { user, system } = process.cpuUsage();
    return [{ value: (user + system) / MICROSECONDS }];
  });
  metrics.gauge("process_resident_memory_bytes", "Resident memory in bytes.", () => [
    { value: process.memoryUsage.rss() },
  ]);
  metrics.gauge("nodejs_heap_size_used_bytes", "Used heap of V8 in bytes.", () => [
    { value: process.memoryUsage().heapUsed },
  ]);
  metrics.gauge(
    "nodejs_eventloop_delay_seconds",
    "Event loop delay in seconds since the last scrape, by quantile.",
    () => {
      const at = (share: number) => ({
        labels: { quantile: String(share) },
        value: Math.max(0, delay.percentile(share * 100) / NANOSECONDS - RESOLUTION / 1000),
      });
      const samples = [at(0.5), at(0.99), at(1)];
      delay.reset();
      return samples;
    },
  );
  metrics.gauge(
    "nodejs_eventloop_utilization_ratio",
    "Share of time since the last scrape that the event loop was busy.",
    () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return [{ value: utilization }];
    },
  );
}
