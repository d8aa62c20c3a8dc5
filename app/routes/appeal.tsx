import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { appealPaths } from "#app/appeal-paths";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { appealApi } from "#app/contract/moderation/appeal";
import { AppealForm, type AppealRefusal } from "#app/features/appeal/appeal-form";
import { DecisionFacts } from "#app/features/appeal/decision-facts";
import { appealTargetOf, sendAppeal } from "#app/features/appeal/send-appeal.server";
import { pageMeta } from "#app/features/seo/meta";
import { unlessReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "申诉", path: appealPaths.decision(data.kind, data.id), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  if ((await missingOf(args)).includes("appeal")) throw notFound();
  const target = appealTargetOf(args);
  const load = async () => {
    await requireUser(args, paths.login(appealPaths.decision(target.kind, target.id)));
    return gateway(args).load(appealApi.get, { params: target });
  };
  const decision = await unlessReturned(args, load);
  return { ...target, decision };
}

export const action = (args: ActionFunctionArgs) => sendAppeal(args);

export default function Appeal() {
  const { kind, id, decision } = useLoaderData<typeof loader>();
  const refused = useActionData<AppealRefusal>();
  const open = decision === null || (decision.stands && decision.appeal === null);
  return (
    <Columns>
      <PageHead title="申诉" text="对处理有异议可以申诉一次，由没有参与原来处理的另一位工作人员复核。" />
      <Card className="detail">
        {decision ? <DecisionFacts decision={decision} /> : null}
        {open || refused ? <AppealForm key={`${kind}:${id}`} about={`${kind}:${id}`} refused={refused} /> : null}
      </Card>
    </Columns>
  );
}
