import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { requireUser } from "#app/server/viewer.server";

/** Redirects `/u` to the reader's own profile, keeping the query; to `/` without a session. */
export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireUser(args);
  return redirect(paths.writtenBy("answer", userId) + new URL(args.request.url).search);
}
