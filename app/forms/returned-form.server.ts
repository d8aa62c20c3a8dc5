import type { AppLoadContext } from "@remix-run/node";
import type { ClientUser } from "#app/contract/people/user";
import type { ServerArgs } from "#app/server/server-args.server";
import { requireUser, viewerOf } from "#app/server/viewer.server";

const returned = new WeakSet<AppLoadContext>();

/**
 * Marks that this request's action returns its form with the submitted values. The page's loaders run next and must
 * neither fail nor redirect, or the text would be lost.
 */
export const markFormReturned = (context: AppLoadContext): void => void returned.add(context);

/** Whether this request's form is returned with its values. */
export const isFormReturned = (context: AppLoadContext): boolean => returned.has(context);

/**
 * Loads data for a page; null if loading fails while a form is being returned on it, since the refused form contains what
 * was typed, even if the login has ended.
 * @throws whatever `load` throws, if no form is being returned
 */
export async function unlessReturned<T>({ context }: ServerArgs, load: () => Promise<T>): Promise<T | null> {
  return isFormReturned(context) ? load().catch(() => null) : load();
}

/**
 * Returns the logged-in member, like `requireUser`; null if a form is being returned and there is no valid login.
 * @throws Response: like `requireUser`, if no form is being returned
 */
export async function userUnlessReturned(args: ServerArgs, elsewhere?: string): Promise<ClientUser | null> {
  if (!isFormReturned(args.context)) return requireUser(args, elsewhere);
  args.context.personal = true;
  const viewer = await viewerOf(args);
  return viewer.kind === "member" ? viewer.user : null;
}
