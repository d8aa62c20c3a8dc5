import { ownCookie } from "#app/server/cookies/own-cookie.server";

/** Long enough to log in or register meanwhile. */
const SECONDS = 60 * 60;

/** Cookie that stores a handover link's token during the login. The token is never part of a URL. */
const cookie = ownCookie("handover");

/** Token stored in a request's cookie; null if there is none. */
export const keptLink = (request: Request): string | null => cookie.read(request);
/** `Set-Cookie` that stores a token. */
export const keepLink = (token: string): string => cookie.set(token, SECONDS);
/** `Set-Cookie` that removes it after use or cancellation. */
export const forgetLink = (): string => cookie.clear();
