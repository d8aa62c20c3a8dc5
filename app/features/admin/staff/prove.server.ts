import type { AppLoadContext } from "@remix-run/node";
import { consoleApi } from "#app/contract/admin/system/console";
import { adminPaths } from "#app/features/admin/admin-paths";
import { assertionIn } from "#app/features/passkey/credential-of.server";
import { attempt } from "#app/forms/attempt.server";
import type { FormResult } from "#app/forms/form-result";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { markFormReturned } from "#app/forms/returned-form.server";
import type { Flash } from "#app/server/cookies/flash.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { safePath } from "#app/server/urls/safe-path.server";

/** Path that was requested before the identity verification; the console's home page by default. */
export const nextOf = ({ url }: Request): string => safePath(new URL(url).searchParams.get("next"), adminPaths.home());

/**
 * Result of the second factor's form: ten recovery codes, shown once, if a new factor was confirmed; otherwise null.
 */
export type FactorResult = FormResult<{ recoveryCodes: string[] } | null>;

/** Verifies a code of an authenticator app: to confirm a new one (`intent` is `confirm`), or to enter the console. */
export async function proveFactor(args: ServerArgs) {
  const form = await readForm(args.request);
  const { call } = gateway(args);
  const body = { code: textOf(form, "code") };
  if (textOf(form, "intent") === "confirm") {
    const result: FactorResult = await attempt(() => call(consoleApi.confirmFactor, { body }));
    if (result.status === "ok") {
      // This page shows the codes, once: no redirect.
      markFormReturned(args.context);
      return result;
    }
    return respond(args, result, { back: adminPaths.verify(), echo: true });
  }
  const result = await attempt(() => call(consoleApi.verify, { body }));
  const left = result.status === "ok" ? result.data.recoveryCodesLeft : null;
  return respond(args, result, { back: nextOf(args.request), flash: usedCode(left), echo: true, leads: true });
}

/** Message after the entry by a recovery code; none after one by a code of the app. */
function usedCode(left: number | null): Flash | undefined {
  if (left === null) return undefined;
  const message = `用掉了一个恢复码，还剩 ${left} 个。验证器不在了的话现在就换一个：`;
  return { kind: "info", message, link: { label: "换验证器", to: adminPaths.newFactor() } };
}

/** Confirms a new authenticator app by its first code. */
export async function proveNewFactor(args: ServerArgs) {
  const body = { code: textOf(await readForm(args.request), "code") };
  const result = await attempt(() => gateway(args).call(consoleApi.confirmNewFactor, { body }));
  if (result.status === "ok") {
    replaced.add(args.context);
    return result;
  }
  return respond(args, result, { back: adminPaths.newFactor(), echo: true });
}

const replaced = new WeakSet<AppLoadContext>();

/** Whether this request's action has replaced the app, so that its page must not begin with a further one. */
export const isFactorReplaced = (context: AppLoadContext): boolean => replaced.has(context);

/** Verifies a password, a code or a passkey, and redirects to the page that required it. */
export async function proveAgain(args: ServerArgs) {
  const form = await readForm(args.request);
  const typed = () => ({ password: textOf(form, "password"), code: textOf(form, "code") });
  const result = await attempt(() => {
    const body = form.has("credential") ? { credential: assertionIn(form) } : typed();
    return gateway(args).call(consoleApi.sudo, { body });
  });
  const flash = "已确认是你本人，15 分钟内不再询问";
  return respond(args, result, { back: nextOf(args.request), flash, echo: true, leads: true });
}
