import { mailAddressApi } from "#app/contract/notification/mail-address";
import { accountApi } from "#app/contract/people/account";
import { passkeyApi } from "#app/contract/people/passkey";
import { userApi } from "#app/contract/people/user";
import { beginWechat, rememberWechat } from "#app/features/login/wechat-attempt.server";
import { newCredentialIn } from "#app/features/passkey/credential-of.server";
import type { CodePurpose } from "#app/features/sms-code/code-step";
import { codeAsked, sendCode } from "#app/features/sms-code/send-code.server";
import { attempt, loginRefusal } from "#app/forms/attempt.server";
import { DONE } from "#app/forms/form-result";
import { isPlainForm } from "#app/forms/is-plain-form.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import { clearToken, FORGET_ALL } from "#app/server/cookies/session.server";
import { notice } from "#app/server/errors/page-error.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { loginRefusalCode, requireUser } from "#app/server/viewer.server";
import { type AccountForm, type AccountResult, type AccountValues, SECURE_TEXTS } from "./account-result";

/** One change of the account, by a form's `intent`. */
type Change = {
  form: AccountForm;
  /** @throws UpstreamError */
  run: (args: ServerArgs, form: FormData) => Promise<unknown>;
  /** Returns a `Set-Cookie` for the next step from the result of `run`. */
  remember?: (args: ServerArgs, result: never) => string;
  success: string;
  /** Whether it ends this browser's session. */
  leaves?: true;
};

const endsOthers = (form: FormData): boolean => textOf(form, "endOthers") === "yes";

const proofIn = (form: FormData) =>
  textOf(form, "proof") === "code" ? { code: textOf(form, "code") } : { password: textOf(form, "password") };

/** Verifies the owner by the password or code in the form, and returns the proof. @throws UpstreamError */
async function prove(args: ServerArgs, form: FormData): Promise<string> {
  const body = { ...proofIn(form), endOtherSessions: endsOthers(form) };
  return (await gateway(args).call(accountApi.prove, { body })).proof;
}

const CHANGES: Record<string, Change> = {
  "change-phone": {
    form: "phone",
    success: "手机号已更换",
    run: (args, form) => {
      const body = { phone: textOf(form, "phone"), code: textOf(form, "code"), endOtherSessions: endsOthers(form) };
      // An account without a phone number has none to verify.
      const proof = form.has("currentCode") ? { currentCode: textOf(form, "currentCode") } : {};
      return gateway(args).call(accountApi.changePhone, { body: { ...body, ...proof } });
    },
  },
  "change-password": {
    form: "password",
    success: "密码已更新，其他设备已退出登录",
    run: (args, form) => {
      const newPassword = textOf(form, "newPassword");
      const proof =
        textOf(form, "proof") === "code"
          ? { code: textOf(form, "code") }
          : { oldPassword: textOf(form, "oldPassword") };
      return gateway(args).call(userApi.updatePwd, { body: { ...proof, newPassword } });
    },
  },
  "bind-weixin": {
    form: "weixin",
    success: "已确认是你本人，请在十分钟内去微信扫码",
    run: prove,
    remember: ({ request }, proof: string) =>
      rememberWechat(request, beginWechat(request, { purpose: "bind", next: paths.accountSecure(), proof })),
  },
  "unbind-weixin": {
    form: "weixin",
    success: "已解除微信绑定",
    run: async (args, form) => {
      // An upstream that gives no proofs asks for none.
      const proven = !(await missingOf(args)).includes("account");
      const body = proven ? { proof: await prove(args, form) } : {};
      await gateway(args).call(userApi.wechatUnbind, { body });
    },
  },
  "prove-passkeys": {
    form: "passkeys",
    success: "已确认是你本人，十分钟内可以添加和移除",
    run: (args, form) => gateway(args).call(passkeyApi.prove, { body: proofIn(form) }),
  },
  "add-passkey": {
    form: "passkeys",
    success: "已添加，下次可以用通行密钥登录",
    run: (args, form) => {
      const body = { credential: newCredentialIn(form), name: textOf(form, "name") };
      return gateway(args).call(passkeyApi.add, { body });
    },
  },
  "rename-passkey": {
    form: "passkeys",
    success: "名称已更新",
    run: (args, form) => {
      const body = { id: textOf(form, "passkey"), name: textOf(form, "name") };
      return gateway(args).call(passkeyApi.rename, { body });
    },
  },
  "remove-passkey": {
    form: "passkeys",
    success: "已移除，它不能再用来登录",
    run: (args, form) => gateway(args).call(passkeyApi.remove, { body: { id: textOf(form, "passkey") } }),
  },
  "ask-mail": {
    form: "mail",
    success: "验证码已寄出，请到邮箱里查看",
    run: (args, form) => gateway(args).call(mailAddressApi.ask, { body: { address: textOf(form, "address") } }),
  },
  "confirm-mail": {
    form: "mail",
    success: "邮箱已确认，可以在“通知”里选要收什么",
    run: (args, form) => gateway(args).call(mailAddressApi.confirm, { body: { code: textOf(form, "code") } }),
  },
  "remove-mail": {
    form: "mail",
    success: "邮箱已移除",
    run: (args) => gateway(args).call(mailAddressApi.remove, {}),
  },
  "end-session": {
    form: "sessions",
    success: "该设备已退出登录",
    run: (args, form) => gateway(args).call(accountApi.endSession, { body: { id: textOf(form, "session") } }),
  },
  "end-other-sessions": {
    form: "sessions",
    success: "其他设备已全部退出登录",
    run: (args) => gateway(args).call(accountApi.endOtherSessions, {}),
  },
  "log-out-everywhere": {
    form: "sessions",
    success: "所有设备都已退出登录",
    leaves: true,
    run: async (args) => {
      await gateway(args).call(accountApi.endOtherSessions, {});
      await gateway(args).call(userApi.logout, {});
    },
  },
  "close-account": {
    form: "close",
    success: "账号已注销，感谢你曾经的参与",
    leaves: true,
    run: (args, form) => {
      if (textOf(form, "sure") !== "yes") throw unsure();
      return gateway(args).call(accountApi.close, {
        body: form.has("password") ? { password: textOf(form, "password") } : { code: textOf(form, "code") },
      });
    },
  },
};

const unsure = () =>
  new UpstreamError("INVALID_PARAMS", "请先确认", { fields: { sure: "请勾选确认，注销后不能恢复" } }, "close-account");

const FORM_OF: Partial<Record<CodePurpose, AccountForm>> = {
  "current-phone": "phone",
  "change-phone": "phone",
  "change-password": "password",
  "change-weixin": "weixin",
  "change-passkey": "passkeys",
  "close-account": "close",
};

/** `hasOwn` excludes names such as `constructor`, which every object has. */
function changeAsked(form: FormData): Change | undefined {
  const intent = textOf(form, "intent");
  return Object.hasOwn(CHANGES, intent) ? CHANGES[intent] : undefined;
}

/**
 * Handles the forms of `/account/secure`, or sends the code that they need. A submitted form is returned even if the
 * session has ended meanwhile, or can't be loaded.
 * @throws Response: a redirect to the home page without a session, unless a form was submitted
 */
export async function changeAccount(args: ServerArgs) {
  const { request } = args;
  const form = await readForm(request);
  const typed: Partial<AccountValues> = Object.fromEntries(SECURE_TEXTS.map((name) => [name, textOf(form, name)]));
  const purpose = codeAsked(form);
  const codeForm = purpose && FORM_OF[purpose];
  const change = changeAsked(form);
  const named = codeForm ?? change?.form;
  const why = named && named !== "sessions" ? await loginRefusalCode(args) : null;
  if (named && why) return returnWithoutSecrets(args, { why, form: named, sent: form, typed });
  await requireUser(args);
  const back = paths.accountSecure();
  if (codeForm) {
    const step: AccountResult = await sendCode<AccountValues>(args, form, purpose, { ...typed, form: codeForm });
    return respond(args, step, { back, echo: true });
  }
  if (!change) throw notice(400, "请求无效");
  const { success: flash } = change;
  const values: Partial<AccountValues> = { ...typed, form: change.form };
  const result = await attempt(() => change.run(args, form), { values });
  if (result.status !== "ok") return respond(args, result, { back, echo: true });
  if (change.leaves) {
    const headers: [string, string][] = [["set-cookie", clearToken()], ...Object.entries(FORGET_ALL)];
    return respond(args, DONE, { back: "/", flash, headers, leads: true });
  }
  const headers: [string, string][] = change.remember
    ? [["set-cookie", change.remember(args, result.data as never)]]
    : [];
  // The message is there, not beside the form's row, which the address of the form names.
  return respond(args, DONE, { back: `${back}#top`, flash, headers, echo: true });
}

type Unsent = {
  why: "NOT_LOGIN" | "NETWORK";
  form: AccountForm;
  sent: FormData;
  typed: Partial<AccountValues>;
};

/**
 * Returns the submitted form without the password and codes, since the next user of this browser may not be the owner.
 */
function returnWithoutSecrets(args: ServerArgs, { why, form, sent, typed }: Unsent) {
  const { request } = args;
  const asked = {
    code: sent.has(form === "phone" ? "currentCode" : "code"),
    password: sent.has("password") || sent.has("oldPassword"),
    unbinds: textOf(sent, "intent") === "unbind-weixin",
  };
  const { code: _, currentCode: __, ...kept } = typed;
  const ended = `登录已失效，请在新窗口登录，再回到这里继续${isPlainForm(request) ? "，验证码和密码要重新填写" : ""}`;
  const refused = loginRefusal<AccountValues>(why, { ...kept, form, asked });
  return respond(args, refused, { back: paths.accountSecure(), echo: true, ended });
}
