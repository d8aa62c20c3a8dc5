import { z } from "zod";
import { html, nothing, time } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { decimal } from "#app/contract/text/decimal";
import { agreementKeys } from "./agreements";

const key = z.enum(agreementKeys);
const version = decimal(z.number().int().positive().max(1_000_000));

/** A version of an agreement; `coming` is published and takes effect at `effectiveAt`. */
const agreementVersion = z.object({
  key,
  version: z.number(),
  title: z.string(),
  /** Summary of its changes, by the operator; empty if none was given. */
  changes: z.string(),
  effectiveAt: time,
  state: z.enum(["past", "current", "coming"]),
});
export type AgreementVersion = z.output<typeof agreementVersion>;

/** A version that the caller has yet to accept. */
const pendingAgreement = agreementVersion.omit({ state: true });

/** Calls on agreements: their versions, including old ones, and who accepted which. */
export const agreementApi = {
  versions: endpoint({
    method: "GET",
    path: "/api/ext/agreement/:key",
    summary: "一份协议的全部版本，新的在前，含已公布、尚未生效的",
    params: z.object({ key }),
    data: z.array(agreementVersion),
  }),
  version: endpoint({
    method: "GET",
    path: "/api/ext/agreement/:key/:version",
    summary: "一份协议的一个版本",
    params: z.object({ key, version }),
    data: agreementVersion.extend({ contentHtml: html }),
  }),
  pending: endpoint({
    method: "GET",
    path: "/api/ext/agreement/pending",
    auth: "user",
    summary: "我还需要同意的协议版本：发布内容之前的，或下单的页面上要问的",
    query: z.object({ by: z.enum(["joining", "order-form"]).default("joining") }),
    data: z.array(pendingAgreement),
  }),
  agree: endpoint({
    method: "POST",
    path: "/api/ext/agreement/agree",
    auth: "user",
    summary: "同意协议：所给的版本；不给则为注册时同意的各份协议现在的版本",
    body: z.object({ agreed: z.array(z.object({ key, version })).max(agreementKeys.length).optional() }),
    data: nothing,
  }),
};
