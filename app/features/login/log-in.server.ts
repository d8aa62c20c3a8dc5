import type { ActionFunctionArgs } from "@remix-run/node";
import { smsApi } from "#app/contract/sms";
import { userApi } from "#app/contract/user";
import { gateway } from "#app/server/gateway.server";
import { safePath } from "#app/server/safe-path.server";
import { UpstreamError } from "#app/server/upstream-error";
import type { LoginAnswer } from "./login-form";

type Result = { kind: "done"; token: string } | { kind: "refused"; answer: LoginAnswer };

/** Does what the login form asks for: sends a code, or logs in by code or password. */
export async function logIn(args: Pick<ActionFunctionArgs, "request" | "context">, form: FormData): Promise<Result> {
  const { call } = gateway(args);
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const phone = text("phone");
  const refused = (message: string, fields: Record<string, string> = {}): Result => ({
    kind: "refused",
    answer: {
      message,
      fields,
      phone,
      method: text("method") === "password" ? "password" : "sms",
      next: safePath(text("next")),
    },
  });
  try {
    if (text("intent") === "send-code") {
      await call(smsApi.code, { body: { phone, captchaVerification: text("captchaVerification") } });
      return refused("");
    }
    const { token } =
      text("method") === "password"
        ? await call(userApi.login, { body: { phone, password: text("password") } })
        : await call(userApi.loginOrRegisterByPhone, { body: { phone, code: text("code") } });
    return { kind: "done", token };
  } catch (error) {
    if (error instanceof UpstreamError) return refused(error.message, error.fields);
    throw error;
  }
}
