import type { AppLoadContext } from "@remix-run/node";
import type { ClientUser } from "#app/contract/user";
import type { ServerArgs } from "#app/server/server-args.server";
import { requireUser, viewerOf } from "#app/server/viewer.server";

const returned = new WeakSet<AppLoadContext>();

/**
 * Says that this request's action gives a form back with what was typed in it. The page's loaders run next, and must
 * neither fail nor lead elsewhere: the text would be gone.
 */
export const markFormReturned = (context: AppLoadContext): void => void returned.add(context);

/** Whether this request's form comes back with what was typed. */
export const isFormReturned = (context: AppLoadContext): boolean => returned.has(context);

/**
 * Gives the logged-in person, like `requireUser`; null where a form comes back with what was typed, and nobody can tell
 * whose it is.
 * @throws Response: like `requireUser`, where no form comes back
 */
export async function userUnlessReturned(args: ServerArgs, elsewhere?: string): Promise<ClientUser | null> {
  if (!isFormReturned(args.context)) return requireUser(args, elsewhere);
  args.context.personal = true;
  const viewer = await viewerOf(args);
  return viewer.kind === "member" ? viewer.user : null;
}
