import type { AppLoadContext } from "@remix-run/node";

const returned = new WeakSet<AppLoadContext>();

/**
 * Says that this request's action gives a form back with what was typed in it. The page's loaders run next, and must
 * neither fail nor lead elsewhere: the text would be gone.
 */
export const markFormReturned = (context: AppLoadContext): void => void returned.add(context);

export const isFormReturned = (context: AppLoadContext): boolean => returned.has(context);
