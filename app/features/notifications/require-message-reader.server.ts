import { unsubscribePath } from "#app/features/notification-settings/settings-path";
import type { ServerArgs } from "#app/server/server-args.server";
import { requireUser } from "#app/server/viewer.server";

/**
 * Token of the way out, of who comes from a message of the official account; null for everybody else.
 * @throws Response: to that way out for who is not logged in, which leads on; to where strangers are led without a token
 */
export async function requireMessageReader(args: ServerArgs): Promise<string | null> {
  const off = new URL(args.request.url).searchParams.get("off") ?? "";
  const isToken = /^[\w.-]{1,100}$/.test(off);
  await (isToken ? requireUser(args, unsubscribePath(off)) : requireUser(args));
  return isToken ? off : null;
}
