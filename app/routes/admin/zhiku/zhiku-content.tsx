import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Tag } from "#app/components/ui/tag";
import { adminZhikuCategoryApi } from "#app/contract/admin/zhiku/category";
import { adminZhikuContentApi, type EditedZhikuContent } from "#app/contract/admin/zhiku/content";
import { zhikuRightsApi } from "#app/contract/zhiku/rights";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { categoryOptions } from "#app/features/admin/fields/category-options";
import { StaffFields } from "#app/features/admin/fields/staff-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { withFiles } from "#app/features/admin/fields/with-files.server";
import { LogLink } from "#app/features/admin/log-link";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { changeDocument } from "#app/features/admin/zhiku-document/change-document.server";
import { DocumentFields } from "#app/features/admin/zhiku-document/document-fields";
import { DocumentMoves } from "#app/features/admin/zhiku-document/document-moves";
import { DOCUMENT_STATES } from "#app/features/admin/zhiku-document/document-states";
import { type DocumentValues, documentValues } from "#app/features/admin/zhiku-document/document-values";
import { PreviewButtons } from "#app/features/admin/zhiku-document/preview-buttons";
import { TheirDocument } from "#app/features/admin/zhiku-document/their-document";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { zhikuLinks } from "#app/features/zhiku/zhiku-links.server";
import { DefaultButton } from "#app/forms/default-button";
import { IdempotencyKey } from "#app/forms/idempotency-field";
import { unlessReturned } from "#app/forms/returned-form.server";
import { optional } from "#app/server/errors/optional.server";
import { wrongAddress } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import type { ServerArgs } from "#app/server/server-args.server";

export async function loader(args: LoaderFunctionArgs) {
  const page = await unlessReturned(args, async () => {
    const { permissions } = await requireConsole(args);
    const mayChange = permissions.includes("document.manage");
    if (args.params.id === "new" && !mayChange) throw wrongAddress();
    const [categories, one] = await Promise.all([
      loadForStaff(args, adminZhikuCategoryApi.list, {}),
      args.params.id === "new"
        ? null
        : loadForStaff(args, adminZhikuContentApi.get, { params: { id: numberOfParam(args) } }),
    ]);
    return {
      categories: categoryOptions(categories),
      one: one && zhikuLinks(one),
      unsold: one !== null && (await isUnsold(args, one)),
      sells: permissions.includes("offer.manage"),
      mayChange,
    };
  });
  const category = new URL(args.request.url).searchParams.get("category") ?? "";
  return {
    categories: page?.categories ?? [],
    nowhere: page?.categories.length === 0,
    one: page?.one ?? null,
    unsold: page?.unsold ?? false,
    sells: page?.sells ?? false,
    mayChange: page?.mayChange ?? true,
    category,
  };
}

/** Whether a paid document is not covered by any offer, so that readers can't buy access. */
async function isUnsold(args: ServerArgs, { trial, category, state }: EditedZhikuContent): Promise<boolean> {
  if (trial || state === "removed") return false;
  const offers = await optional(gateway(args).call(zhikuRightsApi.list, { query: { categoryId: category.id } }));
  return offers?.length === 0;
}

/** Saves or publishes a document, changes its state, or uploads files and returns the form. */
export const action = (args: ActionFunctionArgs) => withFiles(args, (form) => changeDocument(args, form));

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminZhikuContent() {
  const { categories, nowhere, one, mayChange, category, unsold, sells } = useLoaderData<typeof loader>();
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, DocumentValues & { reason?: string }>();
  const unsent = useUnsent(ref);
  const id = one?.id;
  // The refused form is either the document's, or the one that changes its state.
  const saved = values?.attachments !== undefined;
  const shown = { ...documentValues(one, category), ...(saved ? values : {}) };
  return (
    <>
      <AdminHead
        title={one ? `资料“${one.title}”` : "写资料"}
        text={one ? <StateOf one={one} /> : "先存为草稿，看过再发布；也可以直接发布。"}
        up={{ label: "知库资料", to: adminPaths.zhikuContents() }}
      >
        {one?.state === "public" ? (
          <LinkButton to={one.href} variant="quiet" icon="eye" reload>
            看页面
          </LinkButton>
        ) : null}
        {id ? <LogLink to={adminPaths.logOf("zhiku-content", id)} /> : null}
      </AdminHead>
      {nowhere ? (
        <FlashMessage
          kind="info"
          message="资料放在分类里，现在还没有分类。"
          action={{ label: "去新建分类", to: adminPaths.zhikuCategory("new") }}
        />
      ) : null}
      {one && unsold ? (
        <FlashMessage
          kind="info"
          message={`没有在售的商品能打开“${one.category.name}”：读者读不到全文，也买不到，除非有权益或兑换码。`}
          action={sells ? { label: "去上架商品", to: adminPaths.offers() } : undefined}
        />
      ) : null}
      <Form
        ref={ref}
        method="post"
        encType="multipart/form-data"
        className="form admin-form"
        noValidate
        data-unsent={`admin-zhiku-content:${id ?? "new"}`}
      >
        {mayChange ? <DefaultButton value="save">保存</DefaultButton> : null}
        <UnsentNotice {...unsent} />
        <AdminNotice notice={notice} />
        <VersionField notice={saved ? notice : null} stored={one?.version} submitted={values?.version}>
          <TheirDocument one={one} values={values} categories={categories} />
        </VersionField>
        {one ? null : <IdempotencyKey value={values?.idempotencyKey} />}
        <StaffFields mayChange={mayChange}>
          <DocumentFields one={one} values={shown} categories={categories} errors={fields} />
        </StaffFields>
        {mayChange ? <PreviewButtons id={id ?? "new"} /> : null}
        {mayChange && one?.state !== "removed" ? (
          <div className="admin-head__actions">
            <Button type="submit" name="intent" value="save" variant="primary" busy={busy}>
              {busy ? "正在保存…" : one && one.state !== "draft" ? "保存" : "存为草稿"}
            </Button>
            {!one || one.state === "draft" ? (
              <Button type="submit" name="intent" value="publish" busy={busy}>
                发布
              </Button>
            ) : null}
          </div>
        ) : null}
      </Form>
      {one && mayChange ? (
        <DocumentMoves one={one} reason={values?.reason ?? ""} error={fields.reason} busy={busy} />
      ) : null}
    </>
  );
}

function StateOf({ one }: { one: EditedZhikuContent }) {
  const { label, tone } = DOCUMENT_STATES[one.state];
  return (
    <>
      <Tag tone={tone}>{label}</Tag> {one.withCategory ? "随分类一起隐藏，分类显示时它也回来。" : ""}
    </>
  );
}
