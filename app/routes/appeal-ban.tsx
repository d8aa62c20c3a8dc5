import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { AppealForm, type AppealRefusal } from "#app/features/appeal/appeal-form";
import { appealPaths } from "#app/features/appeal/appeal-paths";
import { sendBannedAppeal } from "#app/features/appeal/send-appeal.server";
import { pageMeta } from "#app/features/seo/meta";
import { notFound } from "#app/server/errors/page-error.server";
import { missingOf } from "#app/server/site/capabilities.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "申诉封禁", path: appealPaths.ban(), noIndex: true }, matches);

/** Returns the appeal ticket of a banned member, whom the refused login redirects here. */
export async function loader(args: LoaderFunctionArgs) {
  if ((await missingOf(args)).includes("appeal")) throw notFound();
  return { ticket: new URL(args.request.url).searchParams.get("ticket") ?? "" };
}

export const action = (args: ActionFunctionArgs) => sendBannedAppeal(args);

export default function AppealBan() {
  const { ticket } = useLoaderData<typeof loader>();
  const refused = useActionData<AppealRefusal>();
  return (
    <Columns>
      <PageHead
        title="申诉封禁"
        text="说明为什么应当解除封禁。由没有参与原来处理的另一位工作人员复核，再次登录时可以看到结果。"
      />
      <Card className="detail">
        <AppealForm about="ban" ticket={ticket} refused={refused} />
      </Card>
    </Columns>
  );
}
