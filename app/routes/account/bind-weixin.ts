import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { startWeixin } from "#app/features/login/start-weixin.server";
import { provenBindingOf } from "#app/features/login/weixin-attempt.server";
import { paths } from "#app/paths";
import { requireUser } from "#app/server/viewer.server";

/** Leaves for WeChat's page, to bind the account there to this one; first the owner proves on the page before. */
export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  const begun = provenBindingOf(args.request);
  return begun ? startWeixin(args, begun, paths.accountSecure()) : redirect(paths.accountSecure());
}
