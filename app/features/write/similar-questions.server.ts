import { suggestApi } from "#app/contract/reading/suggest";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { encodeId } from "#app/server/urls/short-id.server";
import type { SimilarQuestion } from "./model/editor-result";

/** Titles shorter than this would match anything. */
const TITLE_MIN = 4;
const TITLE_MAX = 200;

/** Questions similar to this title. @throws UpstreamError */
export async function similarQuestions(args: ServerArgs, title: string): Promise<SimilarQuestion[]> {
  const characters = [...title.trim()];
  if (characters.length < TITLE_MIN) return [];
  const query = { title: characters.slice(0, TITLE_MAX).join("") };
  const list = await gateway(args).call(suggestApi.questions, { query });
  return list.map((one) => ({ ...one, href: paths.question(encodeId(one.id)) }));
}
