import { data } from "@remix-run/node";
import { userApi } from "#app/contract/user";
import { codeAsked, sendCode } from "#app/features/sms-code/send-code.server";
import { attempt, statusOf, textOf } from "#app/server/action-answer.server";
import { gateway, type ServerArgs } from "#app/server/gateway.server";
import { safePath } from "#app/server/safe-path.server";
import { finishLogin } from "./finish-login.server";
import type { LoginAnswer, LoginMethod } from "./login-answer";

/**
 * Does what a login form asks for: sends a code, or logs in by code or password and goes on.
 * @param ticket of a WeChat account that is bound to the number on the way
 */
export async function logIn(args: ServerArgs, form: FormData, ticket?: string) {
  const phone = textOf(form, "phone");
  const code = textOf(form, "code");
  const next = safePath(textOf(form, "next"));
  const method: LoginMethod = textOf(form, "method") === "password" ? "password" : "sms";
  const typed: LoginAnswer = { message: "", fields: {}, phone, code, method, next, step: null };

  const purpose = codeAsked(form);
  if (purpose) {
    const step = await sendCode(args, form, purpose);
    if (step.kind !== "refused") return data({ ...typed, step });
    return data({ ...typed, fields: step.fields, step }, statusOf({ ok: false, ...step }));
  }

  const { call } = gateway(args);
  const answer = await attempt(() =>
    method === "password"
      ? call(userApi.login, { body: { phone, password: textOf(form, "password") } })
      : call(userApi.loginOrRegisterByPhone, { body: { phone, code, ...(ticket ? { ticket } : {}) } }),
  );
  if (answer.ok) return finishLogin(args, { ...answer.data, next });
  return data({ ...typed, message: answer.message, fields: answer.fields }, statusOf(answer));
}
