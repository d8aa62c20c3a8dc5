import { statfs } from "node:fs/promises";
import type { Pulse } from "#app/contract/admin/desk/desk";
import type { FigureKey } from "#app/contract/admin/desk/figure-names";
import type { FigureSeries } from "#app/contract/admin/desk/figures";
import type { StaffCall } from "#upstream/call/context";
import { smsBudgetOf } from "#upstream/policy/limits";

/** Figures of today that indicate the site's state. */
export const PULSE_FIGURES = [
  ...(["page.failed", "sms.sent", "sms.failed", "login.failed", "queue.due"] as const),
] satisfies FigureKey[];

/** Failed pages per day from which the state is bad. */
const FAILED_BAD = 50;
/** Share of the daily SMS budget from which there is a warning. */
const SMS_WARN = 0.8;
/** Failed logins per day from which there is a warning, as typing errors don't explain them. */
const LOGINS_WARN = 200;
/** Bytes of free disk space below which there is a warning, and below which the state is bad. */
const DISK = { warn: 1024 ** 3, bad: 256 * 1024 ** 2 };

type Read = {
  /** Today's figures are their last values. */
  series: readonly FigureSeries[];
  /** Differences in the last bill; null if there is none, or without permission. */
  bill: number | null;
};

/** Reads the site's state today, one number per indicator. */
export async function readPulses({ config, connection, limits }: StaffCall, { series, bill }: Read): Promise<Pulse[]> {
  const today = (wanted: FigureKey) => series.find(({ key }) => key === wanted)?.values.at(-1) ?? 0;
  const failed = today("page.failed");
  const [sent, unsent] = [today("sms.sent"), today("sms.failed")];
  const budget = smsBudgetOf({ config, limits });
  const logins = today("login.failed");
  const queue = today("queue.due");
  const pulses: Pulse[] = [
    { key: "failed", state: failed === 0 ? "ok" : failed < FAILED_BAD ? "warn" : "bad", value: failed, of: null },
    {
      key: "sms",
      state: unsent > sent / 2 || sent >= budget ? "bad" : unsent > 0 || sent > budget * SMS_WARN ? "warn" : "ok",
      value: sent,
      of: budget,
    },
    { key: "login", state: logins < LOGINS_WARN ? "ok" : "warn", value: logins, of: null },
    { key: "queue", state: queue === 0 ? "ok" : "warn", value: queue, of: null },
  ];
  if (config.objects.kind === "local" || connection.kind === "sqlite") {
    const free = await freeBytes(config.dataDir);
    if (free !== null)
      pulses.push({
        key: "disk",
        state: free < DISK.bad ? "bad" : free < DISK.warn ? "warn" : "ok",
        value: free,
        of: null,
      });
  }
  if (bill !== null) pulses.push({ key: "bill", state: bill === 0 ? "ok" : "bad", value: bill, of: null });
  return pulses;
}

/** Free bytes of a folder's disk; null if the folder does not exist yet. */
async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
