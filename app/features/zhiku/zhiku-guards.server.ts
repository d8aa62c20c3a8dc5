import { type LoaderFunctionArgs, replace } from "@remix-run/node";
import type { ClientUser } from "#app/contract/user";
import { isProfileComplete, type ZhikuProfile } from "#app/contract/zhiku/profile";
import { zhikuUserApi } from "#app/contract/zhiku/user";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { requireUser } from "#app/server/viewer.server";

type Args = Pick<LoaderFunctionArgs, "request" | "context">;

/** The logged-in person. @throws Response: to zhiku's home */
export const requireZhikuMember = (args: Args): Promise<ClientUser> => requireUser(args, paths.zhiku());

/**
 * The professional profile of the logged-in person, complete and not rejected.
 * @throws Response: to zhiku's home for visitors; while something is missing to its 401 page, which leads back here
 */
export async function requireZhikuProfile(args: Args): Promise<ZhikuProfile> {
  await requireZhikuMember(args);
  const profile = await gateway(args).load(zhikuUserApi.get, {});
  const { pathname, search } = new URL(args.request.url);
  if (!isProfileComplete(profile)) throw replace(paths.zhikuError(401, pathname + search));
  return profile;
}
