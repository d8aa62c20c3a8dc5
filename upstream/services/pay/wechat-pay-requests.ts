import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { type Fetch, type RawReply, requestExternalRaw } from "#upstream/services/external/request-external";
import { PayError } from "./pay";
import type { PayAccount } from "./pay-account";
import { authorizationOf, signatureProblem } from "./pay-signature";
import { parseJson, payErrorOf } from "./wechat-pay-replies";

/** Timeout of a call in milliseconds; the browser's whole request has ten seconds. */
const TIMEOUT = 4_000;

/** Means of sending requests to WeChat Pay. */
export type WechatPayTransport = { fetch: Fetch; clock: () => Date; timeout?: number };

/** Signed requests to WeChat Pay; a path includes its query. */
export type WechatPayRequests = {
  /** Requests bytes, which are not signed. @throws PayError unless the reply is successful */
  download(path: string, bytesMax: number): Promise<RawReply>;
  /** Requests JSON. @throws PayError unless the reply is successful, signed, and what `schema` says */
  ask<T>(method: "GET" | "POST", path: string, schema: z.ZodType<T>, content?: object): Promise<T>;
};

/** Random string for a signature. */
export const createNonce = (): string => randomBytes(16).toString("hex");

/** Seconds since 1970, as in signatures. */
export const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Creates requests that are signed with the merchant's key, to the API at `base`. */
export function createWechatPayRequests(
  account: PayAccount,
  base: string,
  { fetch, clock, timeout = TIMEOUT }: WechatPayTransport,
): WechatPayRequests {
  /** Path of the base URL, which is part of the signature. */
  const basePath = new URL(base).pathname.replace(/\/$/, "");

  async function send(method: "GET" | "POST", path: string, body = "", bytesMax?: number): Promise<RawReply> {
    const signed = { method, path: basePath + path, body, timestamp: secondsOf(clock()), nonce: createNonce() };
    const request = new Request(new URL(basePath + path, base), {
      method,
      headers: {
        authorization: authorizationOf(signed, account),
        accept: "application/json",
        "content-type": "application/json",
        "user-agent": "shequ",
      },
      body: body || null,
    });
    const reply = await requestExternalRaw(fetch, request, timeout, bytesMax).catch((error: Error) => {
      throw new PayError("down", error.message);
    });
    // Errors may be unsigned.
    if (reply.status < 200 || reply.status > 299) throw payErrorOf(reply);
    return reply;
  }

  return {
    download: (path, bytesMax) => send("GET", path, "", bytesMax),

    async ask(method, path, schema, content) {
      const reply = await send(method, path, content && JSON.stringify(content));
      const problem = signatureProblem(account.platformKeys, (name) => reply.headers.get(name), reply.body, clock());
      if (problem) throw new PayError("down", `${path}: ${problem}`);
      const parsed = schema.safeParse(parseJson(reply.body));
      if (!parsed.success) throw new PayError("unusable", `${path}: not what was expected`);
      return parsed.data;
    },
  };
}
