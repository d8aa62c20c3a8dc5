import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Button } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { FlashMessage } from "#app/components/ui/flash-message";
import { type DecisionRefusal, decideProposal } from "#app/features/proposal/decide-proposal.server";
import { DecisionForm } from "#app/features/proposal/decision-form";
import { loadProposal } from "#app/features/proposal/load-proposal.server";
import { ProposalFacts } from "#app/features/proposal/proposal-facts";
import { proposalPaths } from "#app/features/proposal/proposal-paths";
import { pageMeta } from "#app/features/seo/meta";
import { unlessReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { notFound } from "#app/server/errors/page-error.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "修改建议", path: proposalPaths.one(data.id), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  const id = numberOfParam(args);
  if ((await missingOf(args)).includes("proposal")) throw notFound();
  const load = async () => {
    await requireUser(args, paths.login(proposalPaths.one(id)));
    return loadProposal(args);
  };
  return { id, proposal: await unlessReturned(args, load) };
}

export const action = (args: ActionFunctionArgs) => decideProposal(args);

export default function Proposal() {
  const { id, proposal } = useLoaderData<typeof loader>();
  const refused = useActionData<DecisionRefusal>();
  const open = proposal?.state === "open";
  return (
    <Columns>
      <PageHead
        title="修改建议"
        {...(proposal ? { up: { label: proposal.title, to: proposal.text } } : {})}
        text="只有提建议的人和作者看得到这一页。"
      />
      <Card className="detail history">
        {proposal ? <ProposalFacts proposal={proposal} /> : null}
        {proposal?.mine ? (
          open ? (
            <>
              {refused ? <FlashMessage kind="error" message={refused.message} /> : null}
              <Form method="post" className="actions">
                <Button type="submit" name="intent" value="withdraw">
                  撤回建议
                </Button>
              </Form>
            </>
          ) : null
        ) : open || refused ? (
          <DecisionForm
            key={id}
            id={id}
            current={proposal?.current ?? true}
            createdAt={proposal?.createdAt ?? refused?.values.createdAt ?? ""}
            refused={refused}
          />
        ) : null}
      </Card>
    </Columns>
  );
}
