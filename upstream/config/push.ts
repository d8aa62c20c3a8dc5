import type { PushConfig } from "#upstream/services/create-address-pushes";
import type { Environment } from "./environment";
import { mustBeSafe } from "./external-services";

/** The configured search engines, the fakes in the demo, or none; missing settings are added to `problems`. */
export function pushOf(e: Environment, problems: string[]): PushConfig {
  const unset = { kind: e.APP_MODE === "demo" ? "fake" : "off" } as const;
  if (e.APP_MODE === "production" && (e.BAIDU_PUSH_TOKEN || e.INDEXNOW_KEY) && !e.HASHID_SALT) {
    problems.push(
      "HASHID_SALT: 设置了 BAIDU_PUSH_TOKEN 或 INDEXNOW_KEY，也要设置它（与网站的相同）：文章和问题的网址由它算出",
    );
  }
  // Baidu's own URL is plain http; a stolen token only allows to push URLs of this site.
  mustBeSafe("INDEXNOW_ENDPOINT", e.INDEXNOW_ENDPOINT, e, problems);
  return {
    baidu: e.BAIDU_PUSH_TOKEN
      ? {
          kind: "baidu",
          base: e.BAIDU_PUSH_BASE,
          site: e.BAIDU_PUSH_SITE || new URL(e.PUBLIC_ORIGIN).origin,
          token: e.BAIDU_PUSH_TOKEN,
        }
      : unset,
    indexnow: e.INDEXNOW_KEY ? { kind: "indexnow", endpoint: e.INDEXNOW_ENDPOINT, key: e.INDEXNOW_KEY } : unset,
  };
}
