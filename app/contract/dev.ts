import { z } from "zod";
import { nothing, time } from "./common";
import { endpoint } from "./endpoint";

const service = z.enum(["sms", "wechat"]);
/** What goes wrong with a fake service; any other text is an error code of its protocol. Null: nothing. */
const fault = z.string().max(100).nullable();

/** The fakes of the demo. Where there are none (production) each call answers NOT_FOUND. */
export const devApi = {
  inbox: endpoint({
    method: "GET",
    path: "/api/ext/dev/inbox",
    summary: "演示：短信收件箱，最新的在前",
    data: z.array(
      z.object({ provider: z.string(), phone: z.string(), text: z.string(), code: z.string(), sentAt: time }),
    ),
  }),
  faults: endpoint({
    method: "GET",
    path: "/api/ext/dev/faults",
    summary: "演示：各个假服务正在出的故障",
    data: z.record(service, fault),
  }),
  setFault: endpoint({
    method: "PUT",
    path: "/api/ext/dev/faults",
    summary: "演示：让一个假服务出故障：delay、lost、error、garbage，或其协议的错误码",
    body: z.object({ service, fault }),
    data: nothing,
  }),
  wechatPage: endpoint({
    method: "GET",
    path: "/api/ext/dev/wechat-page",
    summary: "演示：假微信的授权页；参数同 connect/qrconnect",
    query: z.object({
      appid: z.string().max(200).default(""),
      redirect_uri: z.string().max(1000).default(""),
      response_type: z.string().max(50).default(""),
      scope: z.string().max(200).default(""),
      state: z.string().max(500).default(""),
    }),
    data: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("refused"), message: z.string() }),
      z.object({
        kind: z.literal("page"),
        /** Who may scan the code. */
        people: z.array(z.object({ openid: z.string(), nickname: z.string() })),
        /** Where each one's agreement leads, by openid. */
        agree: z.record(z.string(), z.string()),
        refuseUrl: z.string(),
      }),
    ]),
  }),
};
