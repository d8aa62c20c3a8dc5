import { redirect } from "@remix-run/node";
import { isProfileComplete, type ZhikuProfile } from "#app/contract/zhiku/profile";
import { zhikuUserApi } from "#app/contract/zhiku/user";
import { isFormReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { optional } from "#app/server/optional.server";
import { pathsWhere } from "#app/server/route-facts.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { tokenOf } from "#app/server/session.server";
import { requireUser } from "#app/server/viewer.server";

/**
 * The professional profile of the logged-in person, complete and not rejected.
 * @throws Response: to zhiku's home for visitors; while something is missing to its 401 page, which leads back here
 */
export async function requireZhikuProfile(args: ServerArgs): Promise<ZhikuProfile> {
  await requireUser(args);
  const profile = await gateway(args).load(zhikuUserApi.get, {});
  const { pathname, search } = new URL(args.request.url);
  if (!isProfileComplete(profile)) throw redirect(paths.zhikuError(401, pathname + search));
  return profile;
}

const needsProfile = pathsWhere(({ audience }) => audience === "professional");
const needsLogin = pathsWhere(({ audience }) => audience === "own");

/**
 * The professional profile of whoever asks for a page of zhiku; null for visitors on pages that are open to them, and
 * when it can't be had.
 * @throws Response: where the page that is asked for leads those whom it is not open to
 */
export async function profileForPage(args: ServerArgs): Promise<ZhikuProfile | null> {
  const { pathname } = new URL(args.request.url);
  // A form that is given back with what was typed in it stays, also when the login has ended.
  if (!isFormReturned(args.context)) {
    if (needsProfile(pathname)) return requireZhikuProfile(args);
    if (needsLogin(pathname)) await requireUser(args);
  }
  return tokenOf(args.request) ? optional(gateway(args).call(zhikuUserApi.get, {})) : null;
}
