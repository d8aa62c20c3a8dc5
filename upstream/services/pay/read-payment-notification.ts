import { z } from "zod";
import { paymentNotificationBody } from "#app/contract/zhiku/wechat";
import { InvalidNotificationError, type Pay, type PaymentNotification } from "./pay";
import type { PayAccount } from "./pay-account";
import { openResource } from "./pay-resource";
import { signatureProblem } from "./pay-signature";
import { paymentOf, refundNotice, refundOfNotice, transactionFields } from "./wechat-pay-replies";

/** A notification as it arrives, and when. */
type Received = { header: Parameters<Pay["readNotification"]>[0]; body: Uint8Array; now: Date };

/** Verifies and decrypts a notification to this merchant. @throws InvalidNotificationError */
export function readPaymentNotification(account: PayAccount, { header, body, now }: Received): PaymentNotification {
  const problem = signatureProblem(account.platformKeys, header, body, now);
  if (problem) throw new InvalidNotificationError(problem);
  try {
    const { id, event_type, resource } = paymentNotificationBody.parse(JSON.parse(Buffer.from(body).toString("utf8")));
    const [about] = event_type.split(".");
    if (about !== "TRANSACTION" && about !== "REFUND") return { id, payment: null, refund: null };
    const opened: unknown = JSON.parse(openResource(account.apiV3Key, resource));
    if (about === "REFUND") return { id, payment: null, refund: refundOfNotice(account, refundNotice.parse(opened)) };
    return { id, payment: paymentOf(account, transactionFields.parse(opened)), refund: null };
  } catch (error) {
    // Messages of schemas and parsers may quote the body.
    const told = error instanceof z.ZodError || error instanceof SyntaxError ? "malformed" : String(error);
    throw new InvalidNotificationError(told);
  }
}
