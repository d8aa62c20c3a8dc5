import { generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import type { PayForgery } from "#app/contract/site/dev";
import type { Fetch } from "#upstream/services/external/request-external";
import type { FakePayAccount } from "./fake-pay-account";
import { sealResource } from "./pay-resource";
import { SIGNATURE_WINDOW, signatureHeaders } from "./pay-signature";

/** Seconds between retries until a notification is accepted: 24 hours and 4 minutes in total. */
export const RETRIES = [
  15,
  15,
  30,
  180,
  600,
  1200,
  1800,
  1800,
  1800,
  3600,
  ...Array(3).fill(3 * 3600),
  ...Array(2).fill(6 * 3600),
];

/** A notification; `about` is its encrypted resource: a transaction or a refund. */
export type FakeNotification = { id: string; notifyUrl: string; event: string; about: Record<string, unknown> };

/** Notifications of the fake WeChat Pay. */
export type NotificationSender = {
  /** Sends one now. @returns the HTTP status of the reply; 0 if there was none */
  send(notification: FakeNotification, forgery?: PayForgery): Promise<number>;
  /** Sends one and retries until it is accepted; `told` receives each status. */
  announce(notification: FakeNotification, told: (status: number) => void): Promise<void>;
};

type Options = {
  account: FakePayAccount;
  clock: () => Date;
  deliver: Fetch;
  /** Factor by which retry intervals are shortened. */
  hurry: number;
};

let strange: KeyObject | undefined;

/**
 * Key of an unknown party, generated once: on a busy machine that takes seconds, during which idle connections would be
 * closed.
 */
function strangersKey(): KeyObject {
  strange ??= generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  return strange;
}

/** Creates the fake's notifications, sent in WeChat Pay's wire format. */
export function createNotificationSender({ account, clock, deliver, hurry }: Options): NotificationSender {
  function requestOf({ id, notifyUrl, event, about }: FakeNotification, forgery?: PayForgery): Request {
    const kind = event.startsWith("REFUND.") ? "refund" : "transaction";
    const sealed = sealResource(
      forgery === "key" ? "another-key-of-thirty-two-letters".slice(0, 32) : account.ours.apiV3Key,
      JSON.stringify({ ...about, ...changeOf(about, forgery) }),
      randomBytes(6).toString("hex"),
      kind,
    );
    const body = JSON.stringify({
      id,
      create_time: clock().toISOString(),
      resource_type: "encrypt-resource",
      event_type: event,
      summary: (kind === "refund" ? "退款" : "支付成功").padEnd(forgery === "large" ? 1024 * 1024 : 0, "。"),
      resource: { algorithm: "AEAD_AES_256_GCM", original_type: kind, ...sealed },
    });
    const headers = { "content-type": "application/json", ...signed(body, forgery) };
    return new Request(notifyUrl, { method: "POST", headers, body: forgery === "byte" ? `${body} ` : body });
  }

  function signed(body: string, forgery?: PayForgery): Record<string, string> {
    if (forgery === "unsigned") return {};
    const { platformSerial, platformKey } = account.theirs;
    const foreign = forgery === "signature" || forgery === "serial";
    const privateKey = foreign ? strangersKey() : platformKey;
    const serial = forgery === "serial" ? "PUB_KEY_ID_OF_NOBODY" : platformSerial;
    const age = forgery === "old" ? SIGNATURE_WINDOW + 1 : 0;
    const timestamp = Math.floor(clock().getTime() / 1000) - age;
    const nonce = randomBytes(16).toString("hex");
    const headers = signatureHeaders({ body, timestamp, nonce }, { serial, privateKey });
    if (forgery === "probe") headers["wechatpay-signature"] = `WECHATPAY/SIGNTEST/${headers["wechatpay-signature"]}`;
    return headers;
  }

  const send: NotificationSender["send"] = async (notification, forgery) => {
    try {
      const reply = await deliver(requestOf(notification, forgery));
      await reply.body?.cancel();
      return reply.status;
    } catch {
      return 0;
    }
  };

  return {
    send,
    async announce(notification, told) {
      const attempt = async (tried: number): Promise<void> => {
        const status = await send(notification);
        told(status);
        const pause = RETRIES[tried];
        if (status === 200 || status === 204 || pause === undefined) return;
        setTimeout(() => void attempt(tried + 1), (pause * 1000) / hurry).unref();
      };
      await attempt(0);
    },
  };
}

function changeOf(about: Record<string, unknown>, forgery?: PayForgery): Record<string, unknown> {
  const amount = about.amount as { total: number };
  if (forgery === "amount")
    return { amount: { ...amount, total: Math.max(1, amount.total - 1) + (amount.total === 1 ? 1 : 0) } };
  if (forgery === "appid") return { appid: "wx-of-somebody-else" };
  if (forgery === "mchid") return { mchid: "1900000001" };
  if (forgery === "order") return { out_trade_no: `NONE${randomBytes(8).toString("hex")}` };
  return {};
}
