import type { Services } from "#upstream/call/context";
import { checkBackup } from "#upstream/modules/admin/system/check-backup";
import { checkClock } from "#upstream/modules/admin/system/check-clock";
import { wechatProblems } from "./wechat-problems";

/** Says in the log, at the start, what of the machine and its settings has to be seen to: clock, backup, login by WeChat. */
export async function logStartProblems(services: Services): Promise<void> {
  const { config, note } = services;
  const checks = { clock: checkClock, backup: checkBackup } as const;
  for (const [check, look] of Object.entries(checks)) {
    const { state, detail, todo } = await look(services);
    if (state !== "ok") note("machine_check", { check, detail, todo });
  }
  for (const detail of wechatProblems(config)) note("machine_check", { check: "wechat", detail });
}
