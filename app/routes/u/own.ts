import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { requireUser } from "#app/server/viewer.server";

/** `/u` is the reader's own profile, the query kept; who is not logged in goes to `/`. */
export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireUser(args);
  return redirect(paths.writtenBy("answer", userId) + new URL(args.request.url).search);
}
