import { z } from "zod";
import { staffEndpoint } from "#app/contract/endpoint";

/** Setup steps of a site, checks of its machine, and legal requirements. */
export const START_CHECKS = [
  "name",
  "agreements",
  "filing",
  "parts",
  "sms",
  "wechat",
  "account",
  "mail",
  "pay",
  "classifications",
  "content",
  "https",
  "disk",
  "objects",
  "fonts",
  "clock",
  "backup",
  "drill",
  "words",
  "review",
  "ai-labels",
  "phone",
  "reports",
  "consents",
  "network-log",
  "ip-region",
  "foreign-hosts",
  "closing",
] as const;

/** External services that can be tested. */
export const TRIED = ["sms", "objects", "wechat", "account", "mail", "pay"] as const;
/** External service that can be tested. */
export type Trial = (typeof TRIED)[number];

/** A step or check, and its state. */
const check = z.object({
  key: z.enum(START_CHECKS),
  /** `done`; `open`: to be done in the console or on the server; `outside`: can't be determined or done here. */
  state: z.enum(["done", "open", "outside"]),
  /** Explanation and next step, in one sentence. */
  detail: z.string(),
});
export type StartCheck = z.output<typeof check>;

/** Calls on the setup progress. */
export const adminStartApi = {
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/start",
    permission: "system.manage",
    summary: "后台：开站清单，每一步是否完成、还差什么，以及合规项",
    /** `open` for the open checks alone, whose details are not counted over the site. */
    query: z.object({ only: z.enum(["open"]).optional() }),
    data: z.object({ checks: z.array(check) }),
  }),
  try: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/start/try",
    permission: "provider.test",
    summary: "后台：真的试一次外部服务：短信、文件存储、微信登录、服务号或微信支付，一小时内次数有限",
    body: z.object({ what: z.enum(TRIED, { error: "请选择试哪一项" }) }),
    data: z.object({ message: z.string() }),
    /** Each test waits for an external service. */
    timeout: 40_000,
  }),
};
