import { ownCookie } from "#app/server/own-cookie.server";

/** Long enough to log in, or to register, in between. */
const SECONDS = 60 * 60;

/** Keeps the link that somebody came with while they log in; named in `hasOwnCookie`. No address holds it. */
const cookie = ownCookie("handover");

/** The link of a request; null where there is none. */
export const keptLink = (request: Request): string | null => cookie.read(request);
/** `Set-Cookie` that keeps a link. */
export const keepLink = (token: string): string => cookie.set(token, SECONDS);
/** `Set-Cookie` once it was used, or is wanted no more. */
export const forgetLink = (): string => cookie.clear();
