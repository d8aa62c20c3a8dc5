import type { Services } from "#upstream/call/context";
import { chinaDayStart, chinaTime } from "#upstream/text/china-time";
import { type Finding, ok, warn } from "./finding";

/** Seconds of pressure per day below which it is not reported. */
const SECONDS_WARN = 60;
/** Share of delayed requests with a proof of work from which they are real readers, since bots don't compute it. */
const READERS_SHARE = 0.25;

const KEYS = ["pressure.seconds", "pressure.put-off", "pressure.paid"] as const;
type Day = Record<(typeof KEYS)[number], number>;

/** Checks whether there was more demand than capacity today or yesterday, and what to do about it. */
export async function checkPressure({ db, clock }: Pick<Services, "db" | "clock">): Promise<Finding> {
  const today = chinaTime(clock()).slice(0, 10);
  const yesterday = chinaTime(new Date(chinaDayStart(today, -1))).slice(0, 10);
  const rows = await db
    .selectFrom("metrics_daily")
    .selectAll()
    .where("day", "in", [today, yesterday])
    .where("key", "in", KEYS)
    .execute();
  const dayOf = (day: string): Day => {
    const figure = (key: string) => Number(rows.find((row) => row.day === day && row.key === key)?.value ?? 0);
    return Object.fromEntries(KEYS.map((key) => [key, figure(key)])) as Day;
  };
  const days = [
    { name: "今天", ...dayOf(today) },
    { name: "昨天", ...dayOf(yesterday) },
  ].filter((day) => day["pressure.seconds"] >= SECONDS_WARN);
  if (days.length === 0) return ok("今天与昨天都忙得过来");
  const detail = days
    .map((day) => {
      const minutes = Math.round(day["pressure.seconds"] / 60);
      return `${day.name}有 ${minutes} 分钟忙不过来，请访客等候 ${day["pressure.put-off"]} 次，其中做了计算的 ${day["pressure.paid"]} 次`;
    })
    .join("；");
  const sum = (key: keyof Day) => days.reduce((total, day) => total + day[key], 0);
  return warn(
    detail,
    sum("pressure.paid") >= READERS_SHARE * sum("pressure.put-off")
      ? "来的多是真的读者：请加一个进程，或换更快的机器"
      : "来的多是抓取的程序，会员不受影响，可以不管；想知道是谁，设 ACCESS_LOG=1 看一会儿。时间见日志里的 pressure_began",
  );
}
