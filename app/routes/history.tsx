import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { EmptyState } from "#app/components/ui/empty-state";
import { measured } from "#app/contract/kinds";
import { VERSIONS_KEPT } from "#app/contract/limits";
import { historyApi } from "#app/contract/writing/history";
import { ChosenEdit } from "#app/features/history/chosen-edit";
import { EditList } from "#app/features/history/edit-list";
import { historyPlace, loadHistory } from "#app/features/history/load-history.server";
import { pageMeta } from "#app/features/seo/meta";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { versionInQuery } from "#app/server/params/version-in-query.server";
import { serverPaths } from "#app/server/urls/server-paths";
import { encodeId } from "#app/server/urls/short-id.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: `修改记录：${data.title}`, path: data.href, noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  return loadHistory(args, await historyPlace(args));
}

/** Hides the displayed version from others, or shows it again. */
export async function action(args: ActionFunctionArgs) {
  const place = await historyPlace(args);
  const version = versionInQuery(args.request) ?? 1;
  const hidden = textOf(await readForm(args.request), "hidden") === "1";
  const body = { ...place, version, hidden };
  const result = await attempt(() => gateway(args).call(historyApi.hide, { body }));
  return respond(args, result, {
    back: serverPaths.history(place.kind, encodeId(place.id), version),
    flash: hidden ? "别人看不到这个版本了" : "这个版本又公开了",
    leads: true,
  });
}

export default function History() {
  const page = useLoaderData<typeof loader>();
  const { kind, title, back, list, version, chosen } = page;
  return (
    <Columns>
      <PageHead
        title="修改记录"
        up={{ label: title, to: back }}
        text={`这${measured(kind)}每次修改留下的版本，最近的 ${VERSIONS_KEPT} 个。`}
      />
      {chosen ? <ChosenEdit page={page} chosen={chosen} /> : null}
      <Card className="history__list">
        {list.length === 0 ? (
          <EmptyState text="没有留下早先的版本。" action={{ label: "看现在的版本", to: back }} />
        ) : (
          <EditList edits={list} present={version} chosen={chosen?.version ?? null} />
        )}
      </Card>
    </Columns>
  );
}
