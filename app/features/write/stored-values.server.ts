import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerApi } from "#app/contract/answer";
import { articleApi } from "#app/contract/article";
import { questionApi } from "#app/contract/question";
import { reviewApi } from "#app/contract/review";
import { gateway } from "#app/server/gateway.server";
import { editorValues } from "./draft.server";
import type { EditorTarget } from "./model/editor-target.server";
import { type EditorValues, EMPTY_VALUES } from "./model/editor-values";
import { formatTags } from "./model/tag-text";

/** What an editor starts from: the stored text, or nothing. @throws UpstreamError */
export async function storedValues(
  args: Pick<LoaderFunctionArgs, "request" | "context">,
  target: EditorTarget,
): Promise<EditorValues> {
  const { call } = gateway(args);
  if (target.held) {
    const { fields, version } = await call(reviewApi.get, { params: { id: target.held } });
    return editorValues(fields, version);
  }
  if (target.id === null) return EMPTY_VALUES;
  const input = { params: { id: target.id } };
  if (target.kind === "answer") {
    const { content, aiGenerated, version } = await call(answerApi.init, input);
    return { ...EMPTY_VALUES, content, aiGenerated, version };
  }
  if (target.kind === "question") {
    const { title, content, tags, aiGenerated, version } = await call(questionApi.init, input);
    return { ...EMPTY_VALUES, title, content, tags: formatTags(tags), aiGenerated, version };
  }
  const { tags, classificationId, coverUrl, ...rest } = await call(articleApi.init, input);
  const { title, content, aiGenerated, version } = rest;
  return {
    title,
    content,
    tags: formatTags(tags),
    classificationId: classificationId === null ? "" : String(classificationId),
    coverUrl: coverUrl ?? "",
    aiGenerated,
    version,
  };
}
