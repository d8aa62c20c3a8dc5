import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { passToUpstream } from "#app/server/gateway/pass-to-upstream.server";

/** Pictures and files of a separate upstream, under remix-serve; server.ts handles them itself. */
export function loader({ request }: LoaderFunctionArgs) {
  return passToUpstream(request);
}

/** Uploads to signed URLs. */
export function action({ request }: ActionFunctionArgs) {
  return passToUpstream(request);
}
