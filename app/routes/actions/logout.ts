import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { userApi } from "#app/contract/people/user";
import { setFlash } from "#app/server/cookies/flash.server";
import { clearToken, FORGET_ALL, tokenOf } from "#app/server/cookies/session.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { backPath } from "#app/server/urls/back-path.server";
import { homeOf, isForMembers } from "#app/server/urls/route-facts.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Logs out: ends the session on the server and clears the cookie, whatever the server replies. */
export async function action(args: ActionFunctionArgs) {
  const refused = tokenOf(args.request) ? await refusalOfLogout(args) : null;
  const ended = refused === null || refused === "NOT_LOGIN";
  const headers = new Headers({ "set-cookie": clearToken(), ...FORGET_ALL });
  const message = ended ? "已退出登录" : "这台设备已退出登录，但服务器没有回应；其他设备请稍后再检查";
  headers.append("set-cookie", setFlash({ kind: ended ? "success" : "error", message }));
  const back = backPath(args.request);
  const [path = ""] = back.split(/[?#]/, 1);
  return redirect(isForMembers(path) ? homeOf(path) : back, { headers });
}

/**
 * Returns the code with which the server refuses a logout, including those that elsewhere redirect; null on success.
 */
const refusalOfLogout = (args: ActionFunctionArgs): Promise<string | null> =>
  gateway(args)
    .call(userApi.logout, {})
    .then(
      () => null,
      (error: unknown) => {
        if (error instanceof UpstreamError) return error.code;
        throw error;
      },
    );
