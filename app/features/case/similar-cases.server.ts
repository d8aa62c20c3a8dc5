import { type CaseDetail, caseApi } from "#app/contract/content/case";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";

const SHOWN = 6;

/**
 * Loads the side column of a case: the newest others of its classification; `cases` is null if they can't be loaded.
 */
export async function similarCases(args: ServerArgs, { id, classification }: CaseDetail) {
  const query = { pageSize: SHOWN + 1, ...(classification ? { classificationId: classification.id } : {}) };
  const cases = await optional(gateway(args).call(caseApi.list, { query }));
  const others = cases?.list.filter((other) => other.id !== id).slice(0, SHOWN);
  return {
    title: `更多${classification?.name ?? ""}案例`,
    more: { label: "全部", to: paths.cases({ class: classification?.id }) },
    cases: others?.map(({ id, title, likeCount, commentCount }) => ({ id, title, likeCount, commentCount })) ?? null,
  };
}

export type SimilarCases = Awaited<ReturnType<typeof similarCases>>;
