import { redirect, replace } from "@remix-run/node";
import { NETWORK_MESSAGE } from "#app/contract/codes";
import { type ClientUser, userApi } from "#app/contract/user";
import { paths } from "#app/paths";
import { gateway } from "./gateway.server";
import { notice } from "./page-error.server";
import { homeOf } from "./route-facts.server";
import type { ServerArgs } from "./server-args.server";
import { tokenOf } from "./session.server";
import { UpstreamError } from "./upstream-error";

/** Person who looks, as far as anybody can tell. */
export type ViewerState =
  | { kind: "anonymous" }
  | { kind: "member"; user: ClientUser }
  /** The token was refused; the cookie goes with the answer. */
  | { kind: "expired" }
  /** The upstream can't be heard or won't say now; who this is stays open, and so does the cookie. */
  | { kind: "unknown" };

/** Logged in means: a token, and the profile fetch succeeded. */
export async function viewerOf(args: ServerArgs): Promise<ViewerState> {
  if (!tokenOf(args.request)) return { kind: "anonymous" };
  try {
    return { kind: "member", user: await gateway(args).call(userApi.tokenQueryClientUser, {}) };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return error.code === "NOT_LOGIN" ? { kind: "expired" } : { kind: "unknown" };
  }
}

/**
 * Code of the refusal of a form that only members are shown, before it is looked at: their login has ended meanwhile, or
 * nobody can tell whose it is. Null for a member's.
 */
export async function loginRefusalCode(args: ServerArgs): Promise<"NOT_LOGIN" | "NETWORK" | null> {
  const { kind } = await viewerOf(args);
  return kind === "member" ? null : kind === "unknown" ? "NETWORK" : "NOT_LOGIN";
}

/**
 * The logged-in person, whom the page is about: it will not be kept. For loaders and actions that need one but may call nothing that proves it.
 * @throws Response: a redirect to `elsewhere`, which is where the route leads strangers unless said otherwise; the error page
 *   when nobody can tell.
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
