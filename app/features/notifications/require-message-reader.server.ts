import { unsubscribePath } from "#app/features/notification-settings/settings-path";
import type { ServerArgs } from "#app/server/server-args.server";
import { requireUser } from "#app/server/viewer.server";

/**
 * Unsubscribe token of a reader who comes from an official account message; null for others.
 * @throws Response: without a login, a redirect to the unsubscribe page of the token; without a token, to where the
 * route leads anonymous readers
 */
export async function requireMessageReader(args: ServerArgs): Promise<string | null> {
  const off = new URL(args.request.url).searchParams.get("off") ?? "";
  const isToken = /^[\w.-]{1,100}$/.test(off);
  await (isToken ? requireUser(args, unsubscribePath(off)) : requireUser(args));
  return isToken ? off : null;
}
