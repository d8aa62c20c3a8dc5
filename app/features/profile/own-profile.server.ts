import type { LoaderFunctionArgs } from "@remix-run/node";
import { userIdOf } from "#app/server/user-id-param.server";
import { viewerOf } from "#app/server/viewer.server";

/** Whether somebody looks at their own profile: then its lists are the reader's own calls, which hold what only they see. */
export async function isOwnProfile(args: LoaderFunctionArgs): Promise<boolean> {
  const viewer = await viewerOf(args);
  return viewer.kind === "member" && viewer.user.userId === userIdOf(args);
}
