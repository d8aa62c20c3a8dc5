import type { LoaderFunctionArgs } from "@remix-run/node";
import { frameWechat } from "#app/features/login/start-wechat.server";
import { safePath } from "#app/server/urls/safe-path.server";

/** Redirects the login form's frame to WeChat's page. After consent, the top window navigates to `/wechat-author`. */
export function loader(args: LoaderFunctionArgs) {
  return frameWechat(args, safePath(new URL(args.request.url).searchParams.get("next")));
}
