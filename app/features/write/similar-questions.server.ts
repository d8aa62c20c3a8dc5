import type { LoaderFunctionArgs } from "@remix-run/node";
import { SEARCH_MAX } from "#app/contract/limits";
import { searchApi } from "#app/contract/search";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { encodeId } from "#app/server/short-id.server";
import type { SimilarQuestion } from "./editor-values";

const SHOWN = 5;
/** Characters of a title below which anything would be similar. */
const TITLE_ENOUGH = 4;

/** Questions that say much the same as this title. @throws UpstreamError */
export async function similarQuestions(
  args: Pick<LoaderFunctionArgs, "request" | "context">,
  title: string,
): Promise<SimilarQuestion[]> {
  const characters = [...title.trim()];
  if (characters.length < TITLE_ENOUGH) return [];
  const q = characters.slice(0, SEARCH_MAX).join("");
  const { list } = await gateway(args).call(searchApi.content, { query: { q, scope: "qna", pageSize: 20 } });
  return list
    .filter(({ kind }) => kind === "question")
    .slice(0, SHOWN)
    .map(({ id, title, score }) => ({
      id,
      title: title.map(({ text }) => text).join(""),
      answerCount: score,
      href: paths.question(encodeId(id)),
    }));
}
