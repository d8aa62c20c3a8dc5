import type { LoaderFunctionArgs } from "@remix-run/node";
import { startWeixin } from "#app/features/login/start-weixin.server";
import { paths } from "#app/paths";
import { requireUser } from "#app/server/viewer.server";

/** Leaves for WeChat's page, to bind the account there to this one. */
export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return startWeixin(args, { purpose: "bind", next: paths.accountSecure() });
}
