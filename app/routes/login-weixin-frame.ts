import type { LoaderFunctionArgs } from "@remix-run/node";
import { frameWeixin } from "#app/features/login/start-weixin.server";
import { safePath } from "#app/server/safe-path.server";

/** What the login form's frame shows: WeChat's page. The top window leaves for `/wechat-author` once somebody agreed. */
export function loader(args: LoaderFunctionArgs) {
  return frameWeixin(args, safePath(new URL(args.request.url).searchParams.get("next")));
}
