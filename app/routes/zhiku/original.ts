import type { ActionFunctionArgs } from "@remix-run/node";
import { zhikuContentApi } from "#app/contract/zhiku/content";
import { zhikuIdOf } from "#app/features/zhiku/reader/load-zhiku-article.server";
import { AT_THE_WALL, wayToFiles } from "#app/features/zhiku/reader/start-download.server";
import { attempt } from "#app/forms/attempt.server";
import { respond } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { serverPaths } from "#app/server/urls/server-paths";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Streams a document's original from the upstream. */
export async function action(args: ActionFunctionArgs) {
  const contentId = zhikuIdOf(args);
  const result = await attempt(() => gateway(args).stream(zhikuContentApi.downloadDocument, { body: { contentId } }), {
    explains: AT_THE_WALL,
  });
  if (result.status === "ok") return result.data;
  return (
    wayToFiles(result, args) ?? respond(args, result, { back: serverPaths.zhikuArticle(args.params.hash_id ?? "") })
  );
}
