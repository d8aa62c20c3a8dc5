import type { LoaderFunctionArgs } from "@remix-run/node";
import { proposalApi } from "#app/contract/writing/proposal";
import { answerPath, pagePath } from "#app/features/content/page-path.server";
import { textDifference } from "#app/features/difference/text-difference.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";

/** Loads a proposal for its proposer or the text's author, with a word diff. */
export async function loadProposal(args: LoaderFunctionArgs) {
  const { before, after, itemId, questionId, ...rest } = await gateway(args).load(proposalApi.get, {
    params: { id: numberOfParam(args) },
  });
  const fields = [
    { name: "标题", was: before.title, is: after.title },
    { name: "正文", was: before.content, is: after.content },
  ];
  return {
    ...rest,
    text: rest.kind === "answer" ? answerPath(itemId, questionId) : pagePath(rest.kind, itemId),
    changes: fields.flatMap(({ name, was = "", is = "" }) =>
      was === is ? [] : [{ name, parts: textDifference(was, is) }],
    ),
  };
}

export type ProposalPage = Awaited<ReturnType<typeof loadProposal>>;
