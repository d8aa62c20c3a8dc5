import { MINUTE, SECOND } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { chinaTime } from "#upstream/text/china-time";
import { bad, type Finding, ok, warn } from "./finding";
import { probeService } from "./probe-service";

/** Maximum clock skew in milliseconds; WeChat Pay rejects requests older than five minutes. */
const CLOCK_OFF = MINUTE;
const CLOCK_WRONG = 4 * MINUTE;

/** Checks that this machine's clock agrees with those of the database and the bucket. */
export async function checkClock(services: Services): Promise<Finding> {
  const others = await Promise.all([databaseOffset(services), bucketOffset(services)]);
  const known = others.filter((one) => one !== null);
  const here = `本机的时间是北京时间 ${chinaTime(new Date()).replace("T", " ")}`;
  if (known.length === 0) return ok(here);
  const off = Math.max(...known.map(({ off: one }) => one));
  const detail = known.map(({ name, off: one }) => `本机与${name}相差 ${Math.round(one)} 毫秒`).join("，");
  if (off < CLOCK_OFF) return ok(`${here}；${detail}`);
  return (off < CLOCK_WRONG ? warn : bad)(detail, "请让两台机器都用 NTP 对时：差到五分钟，微信支付的通知会被拒绝");
}

type Offset = { name: string; off: number };

async function databaseOffset({ databaseClock, connection }: Services): Promise<Offset | null> {
  if (connection.kind === "sqlite") return null;
  const before = Date.now();
  const theirs = (await databaseClock()).getTime();
  return { name: "数据库", off: Math.abs(theirs - (before + Date.now()) / 2) };
}

/** From the `Date` header of any response, in seconds. Buckets reject requests that are a quarter of an hour off. */
async function bucketOffset({ config, clock }: Services): Promise<Offset | null> {
  if (config.objects.kind !== "s3") return null;
  const before = Date.now();
  const { endpoint } = config.objects;
  const answer = await probeService({ clock }, endpoint, (signal) =>
    fetch(endpoint, { method: "HEAD", redirect: "manual", signal }),
  ).catch(() => null);
  const date = Date.parse(answer?.headers.get("date") ?? "");
  if (Number.isNaN(date)) return null;
  const off = Math.abs(date + SECOND / 2 - (before + Date.now()) / 2);
  return { name: "对象存储", off: Math.max(0, off - SECOND) };
}
