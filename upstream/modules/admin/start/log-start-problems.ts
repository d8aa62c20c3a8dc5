import type { Services } from "#upstream/call/context";
import { isEmpty } from "#upstream/db/is-empty";
import { checkBackup } from "#upstream/modules/admin/system/check-backup";
import { checkClock } from "#upstream/modules/admin/system/check-clock";
import { wechatProblems } from "./wechat-problems";

/**
 * Logs problems of settings and machine at the start of a server: login methods, sensitive words, clock, backup,
 * WeChat. Short-lived programs don't call it.
 */
export async function logStartProblems(services: Services): Promise<void> {
  const { config, note, db } = services;
  if (!services.sms && !services.wechat) note("login_impossible");
  if (services.words.isEmpty() && (await isEmpty(db, "words")))
    note("words_empty", { file: config.sensitiveWordsFile });
  const checks = { clock: checkClock, backup: checkBackup } as const;
  for (const [check, look] of Object.entries(checks)) {
    const { state, detail, todo } = await look(services);
    if (state !== "ok") note(state === "bad" ? "machine_check" : "machine_advice", { check, detail, todo });
  }
  for (const detail of wechatProblems(config)) note("machine_check", { check: "wechat", detail });
}
