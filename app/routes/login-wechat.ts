import type { LoaderFunctionArgs } from "@remix-run/node";
import { startWechat } from "#app/features/login/start-wechat.server";
import { beginWechat } from "#app/features/login/wechat-attempt.server";
import { paths } from "#app/paths";
import { safePath } from "#app/server/urls/safe-path.server";

/** Redirects to WeChat. A link, not a form, because our CSP forbids forms that redirect to other sites. */
export function loader(args: LoaderFunctionArgs) {
  const next = safePath(new URL(args.request.url).searchParams.get("next"));
  return startWechat(args, beginWechat(args.request, { purpose: "login", next }), paths.login(next));
}
