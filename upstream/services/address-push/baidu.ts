import { SECOND } from "#runtime/time-units";
import { ExternalError, type Fetch, requestExternal } from "#upstream/services/external/request-external";
import { type AddressPush, PushError } from "./address-push";

/** Account at Baidu's search console (搜索资源平台). */
export type BaiduPushConfig = { base: string; site: string; token: string };

const TIMEOUT = 10 * SECOND;
const SPENT = "over quota";
/** Server errors from this code on are temporary: retry later. */
const THEIRS_MIN = 500;

/**
 * Client of Baidu's ordinary submission API (普通收录, API 提交). It accepts URLs to crawl, within a daily quota, and finds
 * removed pages by itself.
 */
export function createBaiduPush({ base, site, token }: BaiduPushConfig, fetch: Fetch): AddressPush {
  const address = new URL("/urls", base);
  address.searchParams.set("site", site);
  address.searchParams.set("token", token);
  return {
    engine: "baidu",
    takesGone: false,
    async push(urls) {
      const request = new Request(address, {
        method: "POST",
        headers: { "content-type": "text/plain" },
        body: urls.join("\n"),
      });
      const reply = await requestExternal(fetch, request, TIMEOUT).catch((error: unknown) => {
        throw error instanceof ExternalError ? new PushError("down", error.message) : error;
      });
      const { error, message, success, remain } = reply;
      if (typeof success === "number") {
        const refused = [...listOf(reply.not_same_site), ...listOf(reply.not_valid)];
        return { taken: success, refused, remain: typeof remain === "number" ? remain : null };
      }
      if (message === SPENT) throw new PushError("spent", SPENT);
      const said = typeof message === "string" ? message.slice(0, 100) : "no answer that one understands";
      throw new PushError(typeof error === "number" && error < THEIRS_MIN ? "refused" : "down", said);
    },
  };
}

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
