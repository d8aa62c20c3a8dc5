import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { passToUpstream } from "#app/server/upstream-objects.server";

/** Pictures and files of an upstream elsewhere, under remix-serve; server.ts does the same before it comes to this. */
export function loader({ request }: LoaderFunctionArgs) {
  return passToUpstream(request);
}

/** Uploads to signed addresses. */
export function action({ request }: ActionFunctionArgs) {
  return passToUpstream(request);
}
