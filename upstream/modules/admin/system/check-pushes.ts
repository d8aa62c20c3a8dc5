import { PUSH_ENGINES } from "#app/contract/site/push-engines";
import { chinaMinute } from "#app/contract/text/china-minute";
import type { Services } from "#upstream/call/context";
import { type PushState, pushStates } from "#upstream/modules/address-push/turns";
import { bad, type Finding, ok, warn } from "./finding";

/** Consecutive failures from which the problem is not temporary. */
const FAILURES_MANY = 3;

/** Checks the search engines to which URLs are pushed, and their last push; optional for a site. */
export async function checkPushes(services: Services): Promise<Finding> {
  const states = await pushStates(services);
  if (states.length === 0) {
    return ok("没有配置 BAIDU_PUSH_TOKEN 或 INDEXNOW_KEY：新网址由搜索引擎按站点地图自己来取");
  }
  const detail = states.map(sentenceOf).join("；");
  const failing = states.filter(({ failures }) => failures > 0);
  if (failing.length === 0) return ok(detail);
  const todo = `请核对 ${failing.map(({ engine }) => SETTINGS[engine]).join("与 ")}；等着的不会丢，能推时接着推`;
  return (failing.some(({ failures }) => failures >= FAILURES_MANY) ? bad : warn)(detail, todo);
}

const SETTINGS = {
  baidu: "BAIDU_PUSH_TOKEN、BAIDU_PUSH_SITE 与到百度的网络",
  indexnow: "INDEXNOW_KEY、PUBLIC_ORIGIN 下的 /KEY.txt 打不打得开，以及到外面的网络",
} as const;

function sentenceOf({ engine, waiting, failures, failure, nextAt, last }: PushState): string {
  const parts = [last ? `${chinaMinute(last.at)} 收下 ${last.taken} 个网址` : "还没有推送过"];
  if (last?.refused) parts.push(`另有 ${last.refused} 个它不收`);
  if (last && last.remain !== null) parts.push(last.remain > 0 ? `当天还能推 ${last.remain} 个` : "当天的额度用完了");
  if (waiting > 0) parts.push(`${waiting} 个在等`);
  if (failures > 0 && nextAt) parts.push(`连续 ${failures} 次没有成功：${failure}；${chinaMinute(nextAt)} 再试`);
  return `${PUSH_ENGINES[engine].name}：${parts.join("，")}`;
}
