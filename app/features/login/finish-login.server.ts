import { redirect, redirectDocument } from "@remix-run/node";
import { wayToAgree } from "#app/features/agreement/ask-agreements.server";
import { forgetReaction, pendingReaction } from "#app/features/reaction/pending-reaction.server";
import { doneText, react } from "#app/features/reaction/react.server";
import { paths } from "#app/paths";
import { type Flash, setFlash } from "#app/server/cookies/flash.server";
import { setToken, withToken } from "#app/server/cookies/session.server";
import { ownPage } from "#app/server/errors/page-error.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import type { ServerArgs } from "#app/server/server-args.server";
import { safePath } from "#app/server/urls/safe-path.server";

type Login = { token: string; isNew?: boolean; offerPasskey?: boolean };

/** Shown once, to members without a passkey who logged in by code. */
const PASSKEY_OFFER: Flash = {
  kind: "info",
  message: "下次登录可以不等短信：用指纹、面容或设备密码。",
  link: { label: "添加通行密钥", to: paths.accountSecure() },
};

/**
 * Completes every kind of login: sets the cookie, carries out the action asked for before the login, and redirects to
 * `next` (untrusted; only paths of this site are followed). New members choose a nickname first, and members who have
 * to accept new agreements are asked. A message on the target page says what was carried out, or why not, and offers a
 * passkey.
 */
export async function finishLogin(
  args: ServerArgs,
  { token, next, isNew = false, offerPasskey = false }: Login & { next: string },
): Promise<Response> {
  const headers = new Headers();
  headers.append("set-cookie", setToken(token));
  const pending = pendingReaction(args.request);
  if (pending) headers.append("set-cookie", forgetReaction());
  const outcome = pending ? await carryOut(withToken(args, token), pending) : null;
  const flash = outcome?.kind === "error" || !offerPasskey ? outcome : withOffer(outcome);
  if (flash) headers.append("set-cookie", setFlash(flash));
  const target = safePath(next);
  const wanted = isNew ? paths.completeRegistration(target) : target;
  const asked = await wayToAgree(withToken(args, token), wanted);
  // The console's pages are not in the readers' route manifest.
  return (!asked && wanted.startsWith("/admin") ? redirectDocument : redirect)(asked ?? wanted, { headers });
}

/** Carries out the action asked for before the login. @returns the outcome to tell, if any */
const carryOut = (args: ServerArgs, pending: string): Promise<Flash | null> =>
  react(args, pending).then(
    () => ({ kind: "success", message: doneText(pending) }),
    (error: unknown) => {
      const refused = refusalText(error);
      return refused ? { kind: "error", message: refused } : null;
    },
  );

/** The offer of a passkey, after what was carried out. */
function withOffer(done: Flash | null): Flash {
  return done ? { ...PASSKEY_OFFER, message: `${done.message}。${PASSKEY_OFFER.message}` } : PASSKEY_OFFER;
}

/**
 * Message for a refusal of the action asked for before the login; null if there is none. It does not redirect to a page
 * that explains the refusal: the login succeeded, and the previous page shows the same.
 */
function refusalText(error: unknown): string | null {
  if (!(error instanceof UpstreamError)) throw error;
  return error.code === "NOT_LOGIN" || ownPage(error) ? null : error.message;
}
