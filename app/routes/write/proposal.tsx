import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { FlashMessage } from "#app/components/ui/flash-message";
import { proposalApi } from "#app/contract/writing/proposal";
import { askAgreements } from "#app/features/agreement/ask-agreements.server";
import { answerPath, pagePath } from "#app/features/content/page-path.server";
import { EarlierWords } from "#app/features/proposal/earlier-words";
import { ProposalForm } from "#app/features/proposal/proposal-form";
import { proposalPaths } from "#app/features/proposal/proposal-paths";
import { type ProposalRefusal, proposalPlaceOf, sendProposal } from "#app/features/proposal/send-proposal.server";
import { pageMeta } from "#app/features/seo/meta";
import { unlessReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "提修改建议", path: proposalPaths.suggest(data.kind, data.id), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  const place = await proposalPlaceOf(args);
  const here = proposalPaths.suggest(place.kind, place.id);
  const load = async () => {
    await requireUser(args, paths.login(here));
    await askAgreements(args, here);
    const { about, questionId, waitingId, ...source } = await gateway(args).load(proposalApi.init, { params: place });
    const to = place.kind === "answer" ? answerPath(place.id, questionId) : pagePath(place.kind, place.id);
    return { source, waitingId, up: { label: about, to } };
  };
  return { ...place, text: await unlessReturned(args, load) };
}

export const action = (args: ActionFunctionArgs) => sendProposal(args);

export default function SuggestChange() {
  const { kind, id, text } = useLoaderData<typeof loader>();
  const refused = useActionData<ProposalRefusal>();
  const typed = refused?.values;
  // If the text can't be loaded, the typed input is still shown; a version of 0 is refused until it can.
  const source = text?.source ?? {
    content: typed?.content ?? "",
    reason: typed?.reason ?? "",
    version: 1,
    ...(kind === "answer" ? {} : { title: typed?.title ?? "" }),
  };
  return (
    <Columns>
      <PageHead
        title="提修改建议"
        {...(text ? { up: text.up } : {})}
        text="作者会看到改了哪里，可以采纳，也可以谢绝，都会告诉你。"
      />
      <Card>
        {text?.source.earlier ? <EarlierWords words={text.source.earlier} /> : null}
        {text?.waitingId && !text.source.earlier ? (
          <FlashMessage
            kind="info"
            message="你对这篇有一份等答复的建议，下面接着它改；再次提交会替换它。"
            action={{ label: "看看或撤回", to: proposalPaths.one(text.waitingId), apart: true }}
          />
        ) : null}
        <ProposalForm key={`${kind}:${id}`} about={`${kind}:${id}`} initial={source} refused={refused} />
      </Card>
    </Columns>
  );
}
