import type { Services } from "#upstream/call/context";
import { findSetting } from "#upstream/modules/config/settings";
import { type Finding, ok, sinceOf, warn } from "./finding";

/** Instruction for ending the read-only mode. */
export const REOPEN = "办完之后运行 npm run admin -- read-only off；已经搬走了，就停下本站";

/**
 * Whether the site has been read-only since a time or before, so that nothing which was late only then is another's
 * fault. By the database: a process that has just begun does not know.
 */
export async function isReadOnlySince({ db }: Pick<Services, "db">, time: number): Promise<boolean> {
  const { value, updatedAt } = await findSetting(db, "read-only");
  return value !== "" && Date.parse(updatedAt ?? "") <= time;
}

/** Checks whether the site can be written to. */
export async function checkReadOnly({ db, databaseClock }: Pick<Services, "db" | "databaseClock">): Promise<Finding> {
  const { value: sentence, updatedAt } = await findSetting(db, "read-only");
  if (!sentence) return ok("可以写");
  const age = (await databaseClock()).getTime() - Date.parse(updatedAt ?? "");
  const since = age >= 0 ? ` ${sinceOf(age)}了` : "";
  return warn(`本站只能浏览${since}：“${sentence}”。谁也不能登录，定时任务都停着，也不备份`, REOPEN);
}
