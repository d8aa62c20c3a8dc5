import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { formatDate } from "#app/components/ui/format-time";
import { accountApi } from "#app/contract/people/account";
import { attempt } from "#app/forms/attempt.server";
import { paths } from "#app/paths";
import { setFlash } from "#app/server/cookies/flash.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { isOwnVisit } from "#app/server/request/visit.server";
import { requireUser } from "#app/server/viewer.server";

/** Exports everything stored about the current user as a file; rate-limited, so only for the user's own navigation. */
export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireUser(args);
  if (!isOwnVisit(args.request)) throw redirect(paths.accountSecure());
  const result = await attempt(() => gateway(args).stream(accountApi.export, {}));
  if (result.status === "refused") {
    // Without a message if the session has just ended, since the redirect leads home.
    const flash = result.code === "NOT_LOGIN" ? null : setFlash({ kind: "error", message: result.message });
    return redirect(paths.accountSecure(), flash ? { headers: { "set-cookie": flash } } : {});
  }
  const day = formatDate(args.context.now?.getTime() ?? Date.now()) || "export";
  return new Response(result.data.body, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="shequ-${userId}-${day}.json"`,
      "x-content-type-options": "nosniff",
    },
  });
}
