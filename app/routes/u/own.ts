import { type LoaderFunctionArgs, replace } from "@remix-run/node";
import { paths } from "#app/paths";
import { requireUser } from "#app/server/viewer.server";

/** `/u` is the reader's own profile; who is not logged in goes to `/`. */
export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireUser(args);
  return replace(paths.userAnswers(userId));
}
