import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { requireUser } from "#app/server/viewer.server";

/** Redirects to the first page, keeping the query. */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await requireUser(args);
  throw redirect(paths.account() + new URL(args.request.url).search);
}
