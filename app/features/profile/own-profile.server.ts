import type { LoaderFunctionArgs } from "@remix-run/node";
import { userIdOf } from "#app/server/params/user-id-param.server";
import { viewerOf } from "#app/server/viewer.server";

/** Whether the reader looks at their own profile: its lists then use calls that include private data. */
export async function isOwnProfile(args: LoaderFunctionArgs): Promise<boolean> {
  const viewer = await viewerOf(args);
  return viewer.kind === "member" && viewer.user.userId === userIdOf(args);
}
