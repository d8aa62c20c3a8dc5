import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { reportApi } from "#app/contract/moderation/report";
import { GlanceBox } from "#app/features/content/glance-box";
import { loadGlance } from "#app/features/content/load-glance.server";
import { ReportForm } from "#app/features/report/report-form";
import { type ReportRefusal, reportedPath, reportPlaceOf, sendReport } from "#app/features/report/send-report.server";
import { pageMeta } from "#app/features/seo/meta";
import { userUnlessReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { hereOf } from "#app/server/urls/here.server";

const TEXT = "举报只有管理员看得到，不会告诉对方是谁举报的。";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    data && { title: `举报${data.what}`, path: paths.report(`${data.kind}:${data.id}`, ""), noIndex: true },
    matches,
  );

export async function loader(args: LoaderFunctionArgs) {
  if ((await missingOf(args)).includes("report")) throw notFound();
  await userUnlessReturned(args, paths.login(hereOf(args.request)));
  const place = reportPlaceOf(args.request);
  const query = { targetKind: place.kind, targetId: place.id };
  const [glance, own, next] = await Promise.all([
    loadGlance(args, place.kind, place.id),
    optional(gateway(args).call(reportApi.own, { query })),
    place.next ?? reportedPath(args, place),
  ]);
  return { ...place, next, glance, own };
}

export const action = (args: ActionFunctionArgs) => sendReport(args);

export default function Report() {
  const place = useLoaderData<typeof loader>();
  const refused = useActionData<ReportRefusal>();
  return (
    <Columns>
      <PageHead title={`举报${place.what}`} text={TEXT} />
      <Card>
        <GlanceBox kind={place.kind} glance={place.glance} />
        <ReportForm key={`${place.kind}:${place.id}`} place={place} own={place.own} refused={refused} />
      </Card>
    </Columns>
  );
}
