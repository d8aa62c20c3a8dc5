import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { requireUser } from "#app/server/viewer.server";

/** Leads to the first list, the query kept. */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await requireUser(args);
  throw redirect(paths.notifications() + new URL(args.request.url).search);
}
