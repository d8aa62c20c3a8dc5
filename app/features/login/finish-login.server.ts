import { redirect, redirectDocument } from "@remix-run/node";
import { wayToAgree } from "#app/features/agreement/ask-agreements.server";
import { forgetReaction, pendingReaction } from "#app/features/reaction/pending-reaction.server";
import { react } from "#app/features/reaction/react.server";
import { paths } from "#app/paths";
import { type Flash, setFlash } from "#app/server/flash.server";
import { ownPage } from "#app/server/page-error.server";
import { safePath } from "#app/server/safe-path.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { setToken, withToken } from "#app/server/session.server";
import { UpstreamError } from "#app/server/upstream-error";

type Login = { token: string; isNew?: boolean; offerPasskey?: boolean };

/** Said once, to whoever has no passkey yet and came by a code. */
const PASSKEY_OFFER: Flash = {
  kind: "info",
  message: "下次登录可以不等短信：用指纹、面容或设备密码。",
  link: { label: "添加通行密钥", to: paths.accountSecure() },
};

/**
 * Ends every way to log in: sets the cookie, does what was asked for before the login, and goes on to `next`
 * (which may be anything; only a path of this site is followed). Whoever is new chooses a nickname on the way, and whoever
 * has to agree to new versions is asked. A passkey is offered by a line on the page that they come to.
 */
export async function finishLogin(
  args: ServerArgs,
  { token, next, isNew = false, offerPasskey = false }: Login & { next: string },
): Promise<Response> {
  const headers = new Headers();
  headers.append("set-cookie", setToken(token));
  if (offerPasskey) headers.append("set-cookie", setFlash(PASSKEY_OFFER));
  const pending = pendingReaction(args.request);
  if (pending) {
    headers.append("set-cookie", forgetReaction());
    const refused = await react(withToken(args, token), pending).then(() => null, wordsOf);
    if (refused) headers.append("set-cookie", setFlash({ kind: "error", message: refused }));
  }
  const target = safePath(next);
  const wanted = isNew ? paths.completeRegistration(target) : target;
  const asked = await wayToAgree(withToken(args, token), wanted);
  // Pages of the console are not among those that readers' scripts know.
  return (!asked && wanted.startsWith("/admin") ? redirectDocument : redirect)(asked ?? wanted, { headers });
}

/**
 * Words for a refusal of what was asked for before the login; null where there are none to say. A page that explains it
 * is not led to from here: the login counts, and the page that one was on says the same.
 */
function wordsOf(error: unknown): string | null {
  if (!(error instanceof UpstreamError)) throw error;
  return error.code === "NOT_LOGIN" || ownPage(error) ? null : error.message;
}
