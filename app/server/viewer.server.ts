import { redirect, replace } from "@remix-run/node";
import { NETWORK_MESSAGE } from "#app/contract/codes";
import { type ClientUser, userApi } from "#app/contract/people/user";
import { paths } from "#app/paths";
import { tokenOf } from "./cookies/session.server";
import { notice } from "./errors/page-error.server";
import { UpstreamError } from "./errors/upstream-error";
import { gateway } from "./gateway/gateway.server";
import type { ServerArgs } from "./server-args.server";
import { homeOf } from "./urls/route-facts.server";

/** State of the reader's login, as far as it is known. */
export type ViewerState =
  | { kind: "anonymous" }
  | { kind: "member"; user: ClientUser }
  /** The token or its account was refused; the response clears the cookie. */
  | { kind: "expired" }
  /**
   * The upstream can't be reached or does not answer now; the cookie stays ([decision
   * 92](../../docs/decisions/0092-unchecked-logins-stay.md)).
   */
  | { kind: "unknown" };

/** Failures that say nothing about a login. */
const UNCHECKED = new Set(["NETWORK", "RATE_LIMITED"]);

/** Checks the login: logged in means that there is a token and the profile could be loaded. */
export async function viewerOf(args: ServerArgs): Promise<ViewerState> {
  if (!tokenOf(args.request)) return { kind: "anonymous" };
  try {
    return { kind: "member", user: await gateway(args).call(userApi.tokenQueryClientUser, {}) };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (UNCHECKED.has(error.code)) return { kind: "unknown" };
    args.context.loginEnded = true;
    return { kind: "expired" };
  }
}

/**
 * Code with which to refuse a members' form before processing it: the login has ended, or can't be checked now. Null
 * for a member.
 */
export async function loginRefusalCode(args: ServerArgs): Promise<"NOT_LOGIN" | "NETWORK" | null> {
  const { kind } = await viewerOf(args);
  return kind === "member" ? null : kind === "unknown" ? "NETWORK" : "NOT_LOGIN";
}

/**
 * Returns the logged-in member and marks the page as personal, so that it is not cached. For loaders and actions that
 * need a member but call nothing that would check it.
 * @throws Response: a redirect to `elsewhere` (by default, where the route leads readers without a login); an error
 * page if the login can't be checked
 */
export async function requireUser(
  args: ServerArgs,
  elsewhere: string = homeOf(new URL(args.request.url).pathname),
): Promise<ClientUser> {
  args.context.personal = true;
  const viewer = await viewerOf(args);
  if (viewer.kind === "member") return viewer.user;
  if (viewer.kind === "unknown") throw notice(503, NETWORK_MESSAGE, "NETWORK", args.context.requestId);
  throw viewer.kind === "expired" && elsewhere === paths.zhiku() ? replace(elsewhere) : redirect(elsewhere);
}
