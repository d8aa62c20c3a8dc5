import { z } from "zod";
import { count, time } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { MAIL_ADDRESS_MAX } from "#app/contract/limits";

/** Letters, digits and the characters that mailboxes use: nothing that ends a header or adds a recipient. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** Whether a text is exactly one mail address. */
export const isMailAddress = (text: string): boolean => text.length <= MAIL_ADDRESS_MAX && ADDRESS.test(text);

/** Mail address of a member; the domain is lower-cased, since it is case-insensitive. */
export const mailAddress = z
  .string()
  .trim()
  .min(1, "请输入邮箱地址")
  .refine(isMailAddress, "邮箱地址不对，应该像 name@example.com")
  .transform((text) => text.replace(/@.*$/, (domain) => domain.toLowerCase()));

const ownAddress = z.object({
  /** The confirmed address; null for none. */
  address: z.string().nullable(),
  /** Time at which mail to it bounced and sending stopped; null while it is delivered. */
  stoppedAt: time.nullable(),
  /** Address waiting for confirmation by a code. */
  waiting: z.object({ address: z.string(), expiresAt: time }).nullable(),
});
/** Mail address of the caller. */
export type OwnAddress = z.output<typeof ownAddress>;

/**
 * Beyond the 142 specified calls: a member's mail address for notifications. It is no login and never shown to others.
 */
export const mailAddressApi = {
  get: endpoint({
    method: "GET",
    path: "/api/ext/mail-address",
    auth: "user",
    summary: "我的邮箱，和等着确认的邮箱",
    data: ownAddress,
  }),
  ask: endpoint({
    method: "POST",
    path: "/api/ext/mail-address/code",
    auth: "user",
    summary: "向一个邮箱发确认用的验证码；再发一次，前一个作废",
    body: z.object({ address: mailAddress }),
    /** `expiresIn` in seconds. */
    data: z.object({ expiresIn: count }),
  }),
  confirm: endpoint({
    method: "PUT",
    path: "/api/ext/mail-address",
    auth: "user",
    summary: "用收到的验证码确认邮箱；换下的旧邮箱会收到一封告知",
    body: z.object({
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, "请输入邮件里的 6 位验证码"),
    }),
    data: ownAddress,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/ext/mail-address",
    auth: "user",
    summary: "移除邮箱，之后不再收到邮件",
    data: ownAddress,
  }),
};
