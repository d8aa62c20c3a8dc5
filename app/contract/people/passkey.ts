import { z } from "zod";
import { nothing, text, time } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { PASSKEY_NAME_MAX, PASSWORD_MAX } from "#app/contract/limits";
import { decimal } from "#app/contract/text/decimal";
import { smsCode } from "./sms";
import { loginData } from "./user";

const bytes = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max);
const extensions = z.looseObject({}).default({});
const credential = z.object({
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).nullish(),
  clientExtensionResults: extensions,
});

/** Credential created by an authenticator, as `PublicKeyCredential.toJSON()` returns it (WebAuthn Level 3). */
export const newCredential = credential.extend({
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(20_000),
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
});
export type NewCredential = z.output<typeof newCredential>;

/** Assertion by which an authenticator proves its owner's presence, as `PublicKeyCredential.toJSON()` returns it. */
export const assertion = credential.extend({
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(4_000),
    userHandle: bytes(100).nullish(),
  }),
});
export type Assertion = z.output<typeof assertion>;

/**
 * Options for the browser's `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`; valid once, for five
 * minutes.
 */
const options = z.object({ challenge: z.string() }).catchall(z.unknown());
export type PasskeyOptions = z.output<typeof options>;

/** A passkey of the caller. */
export const passkey = z.object({
  id: z.number(),
  name: z.string(),
  /** Whether it is synced across its owner's devices by an account at Apple, Google or others. */
  synced: z.boolean(),
  createdAt: time,
  lastUsedAt: time.nullable(),
});
export type Passkey = z.output<typeof passkey>;

const name = text("名称", { min: 1, max: PASSKEY_NAME_MAX });
const passkeyId = decimal(z.number().int().positive());

/** Calls on passkeys: login, and the owner's list. */
export const passkeyApi = {
  loginOptions: endpoint({
    method: "POST",
    path: "/api/ext/passkey/login/options",
    summary: "开始用通行密钥登录：给浏览器的参数，五分钟内一次有效",
    data: z.object({ options }),
  }),
  login: endpoint({
    method: "POST",
    path: "/api/ext/passkey/login",
    summary: "用通行密钥登录",
    body: z.object({ credential: assertion }),
    data: loginData,
  }),
  list: endpoint({
    method: "GET",
    path: "/api/ext/account/passkeys",
    auth: "user",
    summary: "我的通行密钥，和这次登录在什么时候之前可以添加、移除",
    data: z.object({
      passkeys: z.array(passkey),
      /** Time until which the owner need not verify their identity again; null if they must. */
      provenUntil: time.nullable(),
    }),
  }),
  prove: endpoint({
    method: "POST",
    path: "/api/ext/account/passkey/proof",
    auth: "user",
    summary: "证明是本人，十分钟内可以添加、移除通行密钥：密码、发往本机号码的 change-passkey 验证码，或已有的通行密钥",
    body: z.object({
      password: z.string().max(PASSWORD_MAX, `密码不能超过${PASSWORD_MAX}位`).default(""),
      /** Instead of the password. */
      code: smsCode.optional(),
      /** Instead of both. */
      credential: assertion.optional(),
    }),
    data: z.object({ until: time }),
  }),
  proofOptions: endpoint({
    method: "POST",
    path: "/api/ext/account/passkey/proof/options",
    auth: "user",
    summary: "开始用已有的通行密钥证明是本人",
    data: z.object({ options }),
  }),
  addOptions: endpoint({
    method: "POST",
    path: "/api/ext/account/passkey/options",
    auth: "user",
    summary: "开始添加通行密钥：刚登录或刚证明是本人的可以",
    data: z.object({ options }),
  }),
  add: endpoint({
    method: "POST",
    path: "/api/ext/account/passkey",
    auth: "user",
    summary: "添加通行密钥；本人会收到通知",
    body: z.object({ credential: newCredential, name }),
    data: passkey,
  }),
  rename: endpoint({
    method: "PUT",
    path: "/api/ext/account/passkey",
    auth: "user",
    summary: "给通行密钥改名",
    body: z.object({ id: passkeyId, name }),
    data: nothing,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/ext/account/passkey",
    auth: "user",
    summary: "移除通行密钥：刚登录或刚证明是本人的可以；本人会收到通知",
    body: z.object({ id: passkeyId }),
    data: nothing,
  }),
};
