import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireMessageReader } from "#app/features/notifications/require-message-reader.server";
import { paths } from "#app/paths";

/** Redirects to the first list, keeping the query. */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await requireMessageReader(args);
  throw redirect(paths.notifications() + new URL(args.request.url).search);
}
