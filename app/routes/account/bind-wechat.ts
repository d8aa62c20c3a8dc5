import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { startWechat } from "#app/features/login/start-wechat.server";
import { provenBindingOf } from "#app/features/login/wechat-attempt.server";
import { paths } from "#app/paths";
import { requireUser } from "#app/server/viewer.server";

/** Leaves for WeChat's page, to bind the account there to this one; first the owner proves on the page before. */
export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  const begun = provenBindingOf(args.request);
  return begun ? startWechat(args, begun, paths.accountSecure()) : redirect(paths.accountSecure());
}
