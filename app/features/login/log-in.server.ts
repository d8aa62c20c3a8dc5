import { appealPaths } from "#app/appeal-paths";
import { agreementApi } from "#app/contract/people/agreement";
import { passkeyApi } from "#app/contract/people/passkey";
import { userApi } from "#app/contract/people/user";
import { assertionIn } from "#app/features/passkey/credential-of.server";
import { codeAsked, sendCode } from "#app/features/sms-code/send-code.server";
import { attempt, refusedResult } from "#app/forms/attempt.server";
import { textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { withToken } from "#app/server/cookies/session.server";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { siteOf } from "#app/server/site/site.server";
import { safePath } from "#app/server/urls/safe-path.server";
import { appealTicketOf } from "./appeal-ticket.server";
import { finishLogin } from "./finish-login.server";
import type { LoginMethod, LoginValues } from "./login-result";

/**
 * Handles a login form: sends a code, or logs in by code, password or passkey. A code creates an account for a new
 * member, so it requires acceptance of the policies, if there are any; the acceptance is recorded.
 * @param ticket of a WeChat account to bind to the phone number
 */
export async function logIn(args: ServerArgs, form: FormData, ticket?: string) {
  const phone = textOf(form, "phone");
  const code = textOf(form, "code");
  const next = safePath(textOf(form, "next"));
  const passkey = textOf(form, "method") === "passkey";
  const method: LoginMethod = textOf(form, "method") === "password" ? "password" : "sms";
  const agreed = form.has("agreed");
  const values: LoginValues = { phone, code, method, next, agreed };

  const purpose = codeAsked(form);
  if (purpose) return respond(args, await sendCode(args, form, purpose, values), { back: next, echo: true });

  const registers = method === "sms" && !passkey && (await siteOf(args)).policies;
  if (registers && !agreed) {
    const refused = refusedResult({ code: "INVALID_PARAMS", ...UNTICKED }, values);
    return respond(args, refused, { back: next, echo: true });
  }
  const { call } = gateway(args);
  let appeal: string | undefined;
  const enter = () => {
    if (passkey) return call(passkeyApi.login, { body: { credential: assertionIn(form) } });
    if (method === "password") return call(userApi.login, { body: { phone, password: textOf(form, "password") } });
    return call(userApi.loginOrRegisterByPhone, { body: { phone, code, ...(ticket ? { ticket } : {}) } });
  };
  const result = await attempt(
    () =>
      enter().catch((error: unknown) => {
        appeal = appealTicketOf(error);
        throw error;
      }),
    { values },
  );
  if (result.status === "ok") {
    const { token } = result.data;
    if (registers) await optional(gateway(withToken(args, token)).call(agreementApi.agree, { body: {} }));
    return finishLogin(args, { ...result.data, next });
  }
  const detail = appeal && { label: "申诉", to: appealPaths.ban(appeal) };
  return respond(args, detail ? { ...result, detail } : result, { back: next, echo: true });
}

const UNTICKED = { message: "请先同意协议", fields: { agreed: "请先阅读用户协议和隐私政策，再勾选同意" } };
