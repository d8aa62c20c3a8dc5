import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { createMetrics, type Metrics } from "#runtime/metrics";
import { createUpstream, type Upstream } from "./app";
import { readUpstreamConfig, type UpstreamConfig } from "./config";
import { isEmpty } from "./db/is-empty";
import { rememberMode } from "./db/mode-of-data";
import { rememberSalt } from "./db/salt-of-data";
import { limitTransactions } from "./db/transact";
import { fillOnce } from "./jobs/fill-once";
import { observeUpstream } from "./jobs/observe-upstream";
import { runSweep, sweepRegularly } from "./jobs/schedule";
import { collectAddresses } from "./modules/address-push/collect";
import { printSetupLink } from "./modules/admin/setup/claim";
import { logStartProblems } from "./modules/admin/start/log-start-problems";
import { countFigures } from "./modules/figures/count-figures";
import { flushFigures } from "./modules/figures/flush";

/** Milliseconds until the first computation of statistics; for an existing site, from all its rows. */
const COUNT_AFTER = 10_000;
/** Milliseconds until the demo's refunds arrive: soon enough to be seen. */
const REFUND_NOTICE_AFTER = 15_000;

type StartOptions = {
  metrics?: Metrics;
  /** Prints no link for the first owner, and no problems of settings and machine, because another process did. */
  quiet?: boolean;
};

/**
 * Starts the upstream with the settings in the environment. In demo mode, an empty database is filled with the demo
 * data.
 * @throws ConfigError if the settings are invalid
 */
export async function startUpstream(
  env: Record<string, string | undefined>,
  { metrics = createMetrics(), quiet = false }: StartOptions = {},
): Promise<Upstream> {
  const config = readUpstreamConfig(env);
  const upstream = await openFilled(config);
  observeUpstream(upstream.services, metrics, config.slowStatement);
  if (upstream.services.config.mode === "production") {
    await rememberMode(upstream.services.db, "production");
    await rememberSalt(upstream.services.db, config);
    if (!quiet) {
      await printSetupLink(upstream.services, console.log);
      await logStartProblems(upstream.services);
    }
  }
  if (upstream.services.fakes) {
    const { recallCharges } = await import("./demo/recall-charges");
    await recallCharges(upstream.services);
    upstream.services.fakes.pay.announceRefunds(REFUND_NOTICE_AFTER);
  }
  limitTransactions(upstream.services.db);
  const { services } = upstream;
  // Before the first page is published: the first regular run would take it for one that was there before.
  const isPushing = services.addressPushes.length > 0;
  if (isPushing) await runSweep(services, { name: "address-pushes", run: collectAddresses });
  const stop = sweepRegularly(services);
  const first = setTimeout(() => runSweep(services, { name: "figures", run: countFigures }), COUNT_AFTER).unref();
  return {
    ...upstream,
    close: async () => {
      clearTimeout(first);
      await stop();
      await runSweep(services, { name: "figures-of-visits", run: flushFigures, whileReadOnly: true });
      return upstream.close();
    },
  };
}

async function openFilled(config: UpstreamConfig): Promise<Upstream> {
  const upstream = await createUpstream(config);
  if (config.mode !== "demo") return upstream;
  if (config.database.kind !== "sqlite") {
    await fillOnce(upstream.services, () => fill(upstream));
    return upstream;
  }
  if (!(await isEmpty(upstream.services.db))) return upstream;
  await upstream.close();
  await fillBeside(config, config.database.file);
  return createUpstream(config);
}

/**
 * Fills a separate database file and renames it when it is complete, so that an interrupted fill leaves nothing. Only
 * the complete file is flushed to disk, which is faster.
 */
async function fillBeside(config: UpstreamConfig, file: string): Promise<void> {
  const beside = `${file}.filling`;
  for (const suffix of ["", "-wal", "-shm"]) rmSync(beside + suffix, { force: true });
  const upstream = await createUpstream({ ...config, database: { kind: "sqlite", file: beside, durable: false } });
  await fill(upstream);
  await upstream.close();
  const written = openSync(beside, "r+");
  fsyncSync(written);
  closeSync(written);
  renameSync(beside, file);
}

async function fill({ services }: Upstream): Promise<void> {
  const { fillDemoWorld } = await import("./demo/fill");
  await fillDemoWorld(services, (line) => console.log(line));
  await rememberMode(services.db, "demo");
}
