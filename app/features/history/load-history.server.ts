import {
  type EditWords,
  type HistoryKind,
  historyApi,
  historyKind,
  type TextEdit,
} from "#app/contract/writing/history";
import { answerPath, pagePath } from "#app/features/content/page-path.server";
import { textDifference } from "#app/features/difference/text-difference.server";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { versionInQuery } from "#app/server/params/version-in-query.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { serverPaths } from "#app/server/urls/server-paths";
import { decodeId, encodeId } from "#app/server/urls/short-id.server";

/** A text by kind and id. */
type VersionedText = { kind: HistoryKind; id: number };

/** The text named in the URL. @throws Response: 404 for junk, and for texts without a history */
export async function historyPlace(
  args: ServerArgs & { params: Record<string, string | undefined> },
): Promise<VersionedText> {
  const kind = historyKind.safeParse(args.params.kind);
  const id = decodeId(args.params.id ?? null);
  if (!kind.success || id === null || (await missingOf(args)).includes("history")) throw notFound();
  return { kind: kind.data, id };
}

/** Loads a text's version history with the selected version. */
export async function loadHistory(args: ServerArgs, place: VersionedText) {
  const { load } = gateway(args);
  const version = versionInQuery(args.request);
  const [{ list, questionId, ...piece }, chosen] = await Promise.all([
    load(historyApi.list, { params: place }),
    version === null ? null : load(historyApi.get, { params: { ...place, version } }),
  ]);
  const shortId = encodeId(place.id);
  const at = (one?: number) => serverPaths.history(place.kind, shortId, one);
  return {
    ...piece,
    kind: place.kind,
    href: at(version ?? undefined),
    back: place.kind === "answer" ? answerPath(place.id, questionId) : pagePath(place.kind, place.id),
    whole: at(),
    list: list.map((edit: TextEdit) => ({ ...edit, href: edit.readable ? at(edit.version) : null })),
    chosen: chosen && {
      version: chosen.version,
      contentHtml: chosen.contentHtml,
      before: chosen.before?.version ?? null,
      changes: chosen.before ? changesOf(chosen.before.words, chosen.words) : null,
    },
  };
}

export type HistoryPage = Awaited<ReturnType<typeof loadHistory>>;

/** Differing fields of two versions, by their labels. */
function changesOf(before: EditWords, after: EditWords) {
  const fields = [
    { name: "标题", was: before.title, is: after.title },
    { name: "正文", was: before.content, is: after.content },
    { name: "标签", was: before.tags?.join(" "), is: after.tags?.join(" ") },
    { name: "含 AI 生成内容", was: before.aiGenerated ? "是" : "否", is: after.aiGenerated ? "是" : "否" },
  ];
  return fields.flatMap(({ name, was = "", is = "" }) =>
    was === is ? [] : [{ name, parts: textDifference(was, is) }],
  );
}
