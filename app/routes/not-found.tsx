import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound } from "#app/server/page-error.server";
import { requireUser } from "#app/server/viewer.server";

/** Every address that nothing else answers. Below the account's, whoever is not logged in is not told so. */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  if (/^\/account\//i.test(new URL(args.request.url).pathname)) await requireUser(args);
  throw notFound("地址可能有误，也可能页面已被移动或删除");
}

export default function NotFound() {
  return null;
}
