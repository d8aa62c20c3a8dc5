import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { formatDate } from "#app/components/ui/format-time";
import { accountApi } from "#app/contract/account";
import { paths } from "#app/paths";
import { attempt } from "#app/server/action-answer.server";
import { setFlash } from "#app/server/flash.server";
import { gateway } from "#app/server/gateway.server";
import { requireUser } from "#app/server/viewer.server";
import { isOwnVisit } from "#app/server/visit.server";

/** Everything that is kept of the person who asks, as a file; counted, so only for who goes here themselves. */
export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireUser(args);
  if (!isOwnVisit(args.request)) throw redirect(paths.accountSecure());
  const answer = await attempt(() => gateway(args).call(accountApi.export, {}));
  if (!answer.ok) {
    const flash = setFlash({ kind: "error", message: answer.message });
    return redirect(paths.accountSecure(), { headers: { "set-cookie": flash } });
  }
  const day = formatDate(Date.parse(answer.data.exportedAt)) || "export";
  return new Response(JSON.stringify(answer.data, null, 2), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="shequ-${userId}-${day}.json"`,
    },
  });
}
