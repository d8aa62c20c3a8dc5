import type { LoaderFunctionArgs } from "@remix-run/node";
import { startWechat } from "#app/features/login/start-wechat.server";
import { beginWechat } from "#app/features/login/wechat-attempt.server";
import { paths } from "#app/paths";
import { safePath } from "#app/server/safe-path.server";

/** Leaves for WeChat's page. A link, not a form: our policy lets no form lead to another site. */
export function loader(args: LoaderFunctionArgs) {
  const next = safePath(new URL(args.request.url).searchParams.get("next"));
  return startWechat(args, beginWechat(args.request, { purpose: "login", next }), paths.login(next));
}
