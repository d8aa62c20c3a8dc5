import { chinaMinute } from "#app/contract/text/china-minute";
import type { Services } from "#upstream/call/context";
import { nowIso } from "#upstream/call/context";
import { readSetting } from "#upstream/modules/config/settings";
import type { TemplateMessage } from "#upstream/services/wechat/template-message";
import { countsInWords, sentenceOf } from "./notification-letter";
import type { Untold } from "./unread";
import { unsubscribeToken } from "./unsubscribe-token";

/** Official account message with everything that somebody has not seen. `occasion` identifies the turn. */
export async function notificationMessage(
  services: Services,
  { openid, userId, untold, occasion }: { openid: string; userId: number; untold: Untold; occasion: string },
): Promise<TemplateMessage> {
  const { publicOrigin } = services.config;
  const site = (await readSetting(services, "logo")).name;
  const total = [...untold.counts.values()].reduce((sum, count) => sum + count, 0);
  const [newest] = untold.entries;
  const off = unsubscribeToken(services, { userId, sort: "wechat" });
  return {
    openid,
    url: `${publicOrigin}/notifications?${new URLSearchParams({ off })}`,
    words: {
      words: [countsInWords(untold.counts), `${total} 条新通知`],
      newest: [newest ? sentenceOf(newest) : ""],
      count: [String(total)],
      time: [asWechat(newest?.createdAt ?? nowIso(services))],
      site: [site],
    },
    occasion,
  };
}

/** 2026年3月8日 16:00, the only time format that WeChat accepts. */
const asWechat = (iso: string): string =>
  chinaMinute(iso)
    .replace(/ ([年月日])/g, "$1")
    .replace(/([年月]) /g, "$1");
