import { redirect, replace } from "@remix-run/node";
import { isProfileComplete, type ZhikuProfile } from "#app/contract/zhiku/profile";
import { isFormReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { tokenOf } from "#app/server/cookies/session.server";
import { optional } from "#app/server/errors/optional.server";
import { LoginEndedError } from "#app/server/errors/upstream-error";
import type { ServerArgs } from "#app/server/server-args.server";
import { hereOf } from "#app/server/urls/here.server";
import { pathsWhere } from "#app/server/urls/route-facts.server";
import { requireUser, viewerOf } from "#app/server/viewer.server";
import { loadZhikuProfile, zhikuProfileOf } from "#app/server/zhiku-profile.server";

/**
 * Returns the logged-in member's professional profile, complete and not rejected.
 * @throws Response: a redirect to zhiku's home for anonymous readers; to its 401 page, which returns here, while the
 * profile is incomplete
 */
export async function requireZhikuProfile(args: ServerArgs): Promise<ZhikuProfile> {
  await requireUser(args);
  const profile = await loadZhikuProfile(args);
  if (!isProfileComplete(profile)) throw redirect(paths.zhikuError(401, hereOf(args.request)));
  return profile;
}

const needsProfile = pathsWhere(({ audience }) => audience === "professional");
const needsLogin = pathsWhere(({ audience }) => audience === "own");

/**
 * The professional profile of the reader of a zhiku page; null for anonymous readers on public pages, and if it can't
 * be loaded.
 * @throws Response: a redirect for readers who may not open the page
 */
export async function profileForPage(args: ServerArgs): Promise<ZhikuProfile | null> {
  const { pathname } = new URL(args.request.url);
  // A form being returned with its values stays, even if the login has ended.
  if (!isFormReturned(args.context)) {
    if (needsProfile(pathname)) return requireZhikuProfile(args);
    if (needsLogin(pathname)) await requireUser(args);
  }
  if (!tokenOf(args.request)) return null;
  const profile = zhikuProfileOf(args);
  const leave = !isFormReturned(args.context) && pathname !== paths.zhiku();
  return optional(leave ? profile.catch((error) => leaveRefused(args, error)) : profile);
}

/** Leads a member whom only zhiku refuses to its home page; readers whose login has ended stay on public pages. */
async function leaveRefused(args: ServerArgs, error: unknown): Promise<never> {
  const refused = error instanceof LoginEndedError && (await viewerOf(args)).kind === "member";
  throw refused ? replace(paths.zhiku()) : error;
}
