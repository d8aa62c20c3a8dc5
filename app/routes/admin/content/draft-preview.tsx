import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { ContentsAside, WORTH_LISTING } from "#app/components/ui/contents-list";
import { FlashMessage } from "#app/components/ui/flash-message";
import { adminActivityDraftApi } from "#app/contract/admin/content/activity";
import { adminAnnouncementDraftApi } from "#app/contract/admin/content/announcement";
import { adminCaseDraftApi } from "#app/contract/admin/content/case";
import type { EditedKind } from "#app/contract/admin/edited";
import type { CallData, Endpoint } from "#app/contract/endpoint";
import { ActivityArticle } from "#app/features/activity/activity-article";
import { adminPaths } from "#app/features/admin/admin-paths";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { AnnouncementArticle } from "#app/features/announcement/announcement-article";
import { CaseArticle } from "#app/features/case/case-article";
import { ReportBox } from "#app/features/case/report-box";
import { pageMeta } from "#app/features/seo/meta";
import { pageError, wrongAddress } from "#app/server/errors/page-error.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: `预览：${data.title}`, path: data.back, noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  await requireConsole(args);
  const { kind } = args.params;
  switch (kind) {
    case "announcement":
      return { kind, ...(await loadPreview(args, kind, adminAnnouncementDraftApi)) };
    case "activity":
      return { kind, ...(await loadPreview(args, kind, adminActivityDraftApi)) };
    case "case":
      return { kind, ...(await loadPreview(args, kind, adminCaseDraftApi)) };
    default:
      throw wrongAddress();
  }
}

/** Loads a draft as readers will see it; null and the errors if it can't be published yet. */
async function loadPreview<Preview extends Endpoint>(
  args: LoaderFunctionArgs,
  kind: EditedKind,
  api: { get: (typeof adminAnnouncementDraftApi)["get"] | Endpoint; preview: Preview },
): Promise<{ title: string; back: string; shown: CallData<Preview> | null; lacks: string[] }> {
  const input = { params: { id: numberOfParam(args) } };
  const draft = await loadForStaff(args, api.get as typeof adminAnnouncementDraftApi.get, input);
  const facts = {
    title: draft.title,
    back: adminPaths.edited({ kind, id: draft.item?.id ?? "new", draft: draft.id }),
  };
  try {
    return { ...facts, shown: await gateway(args).call(api.preview, input as never), lacks: [] };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.code !== "INVALID_PARAMS") throw pageError(error, args);
    return { ...facts, shown: null, lacks: Object.values(error.fields) };
  }
}

export default function DraftPreview() {
  const preview = useLoaderData<typeof loader>();
  const back = { label: "回去修改", to: preview.back };
  if (!preview.shown) {
    return (
      <Columns>
        <FlashMessage kind="error" message={`还不能发布：${preview.lacks.join("；")}`} action={back} />
      </Columns>
    );
  }
  const headings = preview.kind === "case" ? preview.shown.headings : [];
  return (
    <Columns side={headings.length >= WORTH_LISTING ? <ContentsAside headings={headings} /> : null}>
      <FlashMessage kind="info" message="预览：读者还看不到" action={back} />
      {preview.kind === "announcement" ? <AnnouncementArticle announcement={preview.shown} /> : null}
      {preview.kind === "activity" ? <ActivityArticle activity={preview.shown} /> : null}
      {preview.kind === "case" ? <CaseArticle detail={preview.shown} /> : null}
      {preview.kind === "case" && preview.shown.report ? <ReportBox report={preview.shown.report} /> : null}
    </Columns>
  );
}
