import { data, redirect } from "@remix-run/node";
import { accountApi } from "#app/contract/account";
import { userApi } from "#app/contract/user";
import { beginWechat, rememberWechat } from "#app/features/login/wechat-attempt.server";
import type { CodePurpose } from "#app/features/sms-code/code-step";
import { codeAsked, sendCode } from "#app/features/sms-code/send-code.server";
import { paths } from "#app/paths";
import { attempt, isPlainForm, statusOf, textOf } from "#app/server/action-answer.server";
import { setFlash } from "#app/server/flash.server";
import { gateway, type ServerArgs } from "#app/server/gateway.server";
import { notice } from "#app/server/page-error.server";
import { readForm } from "#app/server/read-form.server";
import { markFormReturned } from "#app/server/returned-form.server";
import { clearToken, FORGET_ALL } from "#app/server/session.server";
import { UpstreamError } from "#app/server/upstream-error";
import { hasLoginEnded, requireUser } from "#app/server/viewer.server";
import type { AccountAnswer, AccountForm } from "./account-answer";

/** One thing that a form asks for. */
type Change = {
  form: AccountForm;
  /** @throws UpstreamError */
  run: (args: ServerArgs, form: FormData) => Promise<unknown>;
  /** What comes next: a `Set-Cookie` that remembers it, made of what `run` gave. */
  remember?: (args: ServerArgs, result: never) => string;
  success: string;
  /** The login of this browser ends with it. */
  leaves?: true;
};

const endsOthers = (form: FormData): boolean => textOf(form, "endOthers") === "yes";

/** Proves that the owner asks, by what the form holds. @throws UpstreamError */
async function prove(args: ServerArgs, form: FormData): Promise<string> {
  const given =
    textOf(form, "proof") === "code" ? { code: textOf(form, "code") } : { password: textOf(form, "password") };
  const body = { ...given, endOtherSessions: endsOthers(form) };
  return (await gateway(args).call(accountApi.prove, { body })).proof;
}

const CHANGES: Record<string, Change> = {
  "change-phone": {
    form: "phone",
    success: "手机号已更换",
    run: (args, form) => {
      const body = { phone: textOf(form, "phone"), code: textOf(form, "code"), endOtherSessions: endsOthers(form) };
      // Without a number until now there is none to prove.
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
    success: "已确认是您本人，请在十分钟内去微信扫码",
    run: prove,
    remember: ({ request }, proof: string) =>
      rememberWechat(beginWechat(request, { purpose: "bind", next: paths.accountSecure(), proof })),
  },
  "unbind-weixin": {
    form: "weixin",
    success: "已解除微信绑定",
    run: async (args, form) => {
      await gateway(args).call(userApi.wechatUnbind, { body: { proof: await prove(args, form) } });
    },
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
    success: "账号已注销，感谢您曾经的参与",
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
  "close-account": "close",
};

/** Typed texts that come back with a refusal: everything but passwords. */
const ECHOED = ["phone", "code", "currentCode", "proof", "sure", "endOthers"];
const CODES = ["code", "currentCode"];

/** A name that every object has is none of ours. */
function changeAsked(form: FormData): Change | undefined {
  const intent = textOf(form, "intent");
  return Object.hasOwn(CHANGES, intent) ? CHANGES[intent] : undefined;
}

/**
 * Does what one of the forms of `/account/secure` asks for, or sends the code that it needs. A form that was filled in
 * comes back also when the login has ended meanwhile.
 * @throws Response: to the home page for strangers who filled in nothing
 */
export async function changeAccount(args: ServerArgs) {
  const { request } = args;
  const form = await readForm(request);
  const values = Object.fromEntries(ECHOED.map((name) => [name, textOf(form, name)]));
  const purpose = codeAsked(form);
  const codeForm = purpose && FORM_OF[purpose];
  const change = changeAsked(form);
  const named = codeForm ?? change?.form;
  if (named && named !== "sessions" && (await hasLoginEnded(args))) return giveBack(args, named, form, values);
  await requireUser(args);
  if (codeForm) {
    const step = await sendCode(args, form, purpose);
    const refused = step.kind === "refused" ? step : null;
    return data<AccountAnswer>(
      { form: codeForm, ok: false, message: "", fields: refused?.fields ?? {}, values, step },
      refused ? statusOf({ ok: false, ...refused }) : 200,
    );
  }
  if (!change) throw notice(400, "请求无效");
  const answer = await attempt(() => change.run(args, form));
  if (!answer.ok) {
    const { message, fields } = answer;
    return data<AccountAnswer>({ form: change.form, ok: false, message, fields, values, step: null }, statusOf(answer));
  }
  const flash = setFlash({ kind: "success", message: change.success });
  if (change.leaves) {
    const left = redirectWith("/", clearToken(), flash);
    for (const [name, value] of Object.entries(FORGET_ALL)) left.headers.set(name, value);
    return left;
  }
  const cookies = change.remember ? [change.remember(args, answer.data as never)] : [];
  if (isPlainForm(request)) return redirectWith(paths.accountSecure(), flash, ...cookies);
  const { form: formName, success: message } = change;
  return data<AccountAnswer>(
    { form: formName, ok: true, message, fields: {}, values: {}, step: null },
    { headers: setCookies(cookies) },
  );
}

/** The form as it was filled in, without what would prove to whoever comes next that they are the owner. */
function giveBack({ request, context }: ServerArgs, form: AccountForm, sent: FormData, values: Record<string, string>) {
  markFormReturned(context);
  const asked = {
    code: sent.has(form === "phone" ? "currentCode" : "code"),
    password: sent.has("password") || sent.has("oldPassword"),
    unbinds: textOf(sent, "intent") === "unbind-weixin",
  };
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !CODES.includes(name)));
  const message = `登录已失效，请在新窗口登录，再回到这里继续${isPlainForm(request) ? "，验证码和密码要重新填写" : ""}`;
  const told = { form, ok: false, message, login: true, asked, fields: {}, values: kept, step: null };
  return data<AccountAnswer>(told, 401);
}

const setCookies = (cookies: readonly string[]) => cookies.map((cookie): [string, string] => ["set-cookie", cookie]);

function redirectWith(to: string, ...cookies: string[]): Response {
  return redirect(to, { headers: setCookies(cookies) });
}
