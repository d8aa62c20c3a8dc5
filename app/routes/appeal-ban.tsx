import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { appealPaths } from "#app/appeal-paths";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { EmptyState } from "#app/components/ui/empty-state";
import { appealApi } from "#app/contract/moderation/appeal";
import { AppealForm, type AppealRefusal } from "#app/features/appeal/appeal-form";
import { DecisionFacts } from "#app/features/appeal/decision-facts";
import { sendBannedAppeal } from "#app/features/appeal/send-appeal.server";
import { pageMeta } from "#app/features/seo/meta";
import { attempt } from "#app/forms/attempt.server";
import { isFormReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { missingOf } from "#app/server/site/capabilities.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "申诉封禁", path: appealPaths.ban(), noIndex: true }, matches);

/**
 * Returns the appeal ticket of a banned member, whom the refused login redirects here, with the ban; `closed` says why
 * there is nothing to appeal.
 */
export async function loader(args: LoaderFunctionArgs) {
  if ((await missingOf(args)).includes("appeal")) throw notFound();
  const ticket = new URL(args.request.url).searchParams.get("ticket") ?? "";
  // A refused form is shown again with its words.
  const nothing = { ticket, ban: null, closed: null };
  const isReturned = isFormReturned(args.context);
  const looked = await attempt(() => gateway(args).call(appealApi.lookBanned, { query: { ticket } }));
  if (looked.status === "ok")
    return { ...nothing, ban: looked.data, closed: looked.data || isReturned ? null : LIFTED };
  return { ...nothing, closed: !isReturned && looked.code === "FORBIDDEN" ? looked.message : null };
}

const LIFTED = "封禁已经解除，可以登录了";

export const action = (args: ActionFunctionArgs) => sendBannedAppeal(args);

export default function AppealBan() {
  const { ticket, ban, closed } = useLoaderData<typeof loader>();
  const refused = useActionData<AppealRefusal>();
  return (
    <Columns>
      <PageHead
        title="申诉封禁"
        text="说明为什么应当解除封禁。由没有参与原来处理的另一位工作人员复核，再次登录时可以看到结果。"
      />
      <Card className="detail">
        {closed ? (
          <EmptyState
            illustration="empty-notifications"
            text={closed}
            action={{ label: "去登录", to: paths.login("/") }}
          />
        ) : (
          <>
            {ban ? <DecisionFacts decision={ban} /> : null}
            {ban?.appeal && !refused ? null : <AppealForm about="ban" ticket={ticket} refused={refused} />}
          </>
        )}
      </Card>
    </Columns>
  );
}
