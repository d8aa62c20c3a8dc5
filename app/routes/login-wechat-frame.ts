import type { LoaderFunctionArgs } from "@remix-run/node";
import { frameWechat } from "#app/features/login/start-wechat.server";
import { safePath } from "#app/server/safe-path.server";

/** Leads the login form's frame to: WeChat's page. The top window leaves for `/wechat-author` once somebody agreed. */
export function loader(args: LoaderFunctionArgs) {
  return frameWechat(args, safePath(new URL(args.request.url).searchParams.get("next")));
}
