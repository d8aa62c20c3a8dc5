import { z } from "zod";
import { staffEndpoint } from "#app/contract/endpoint";

/** Steps of setting a site up, checks of its machine, and what the law asks of it. */
export const START_CHECKS = [
  "name",
  "agreements",
  "filing",
  "sms",
  "wechat",
  "pay",
  "classifications",
  "content",
  "https",
  "disk",
  "objects",
  "backup",
  "words",
  "phone",
  "reports",
  "consents",
  "network-log",
  "closing",
] as const;

/** A step or check, and how it stands. */
const check = z.object({
  key: z.enum(START_CHECKS),
  /** `done`; `open`: to be done in the console or on the server; `outside`: nothing here can tell or do it. */
  state: z.enum(["done", "open", "outside"]),
  /** Why, and what is to be done, in one sentence. */
  detail: z.string(),
});
export type StartCheck = z.output<typeof check>;

/** Calls on how far a site has come. */
export const adminStartApi = {
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/start",
    permission: "system.manage",
    summary: "后台：开站清单，每一步是否完成、还差什么，以及合规项",
    data: z.object({ checks: z.array(check) }),
  }),
  try: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/start/try",
    permission: "system.manage",
    summary: "后台：真的试一次：给自己的手机发一条验证码，或在存储里写一个文件再读回来",
    body: z.object({ what: z.enum(["sms", "objects"], { error: "请选择试哪一项" }) }),
    data: z.object({ message: z.string() }),
  }),
};
