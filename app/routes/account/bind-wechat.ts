import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { startWechat } from "#app/features/login/start-wechat.server";
import { provenBindingOf } from "#app/features/login/wechat-attempt.server";
import { paths } from "#app/paths";
import { requireUser } from "#app/server/viewer.server";

/** Redirects to WeChat to bind the account there; the owner must have been verified on the page before. */
export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  const begun = provenBindingOf(args.request);
  return begun ? startWechat(args, begun, paths.accountSecure()) : redirect(paths.accountSecure());
}
