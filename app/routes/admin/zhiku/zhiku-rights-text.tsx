import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { Prose } from "#app/components/ui/prose";
import { TextField } from "#app/components/ui/text-field";
import { adminZhikuCategoryApi } from "#app/contract/admin/zhiku/category";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { MarkdownField } from "#app/features/admin/fields/markdown-field";
import { StaffFields } from "#app/features/admin/fields/staff-fields";
import { TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { LogLink } from "#app/features/admin/log-link";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { readForm, textOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";

export async function loader(args: LoaderFunctionArgs) {
  const categoryId = args.params.id === "all" ? null : numberOfParam(args);
  const page = await unlessReturned(args, async () => {
    const { permissions } = await requireConsole(args);
    const query = categoryId === null ? {} : { categoryId };
    const [text, category] = await Promise.all([
      loadForStaff(args, adminZhikuCategoryApi.rightsText, { query }),
      categoryId === null ? null : loadForStaff(args, adminZhikuCategoryApi.get, { params: { id: categoryId } }),
    ]);
    return { text, name: category?.name ?? null, mayChange: permissions.includes("category.manage") };
  });
  return {
    categoryId,
    text: page?.text ?? null,
    name: page?.name ?? null,
    mayChange: page?.mayChange ?? true,
  };
}

/** Saves the description of a right; empty title and text delete it. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const categoryId = args.params.id === "all" ? null : numberOfParam(args);
  const values = { title: textOf(form, "title"), content: textOf(form, "content"), version: textOf(form, "version") };
  const body = { ...values, categoryId, version: Number(values.version) };
  const done = { back: adminPaths.zhikuRightsText(categoryId ?? "all"), flash: "已保存" };
  return respondToStaffForm(
    args,
    values,
    () => gateway(args).call(adminZhikuCategoryApi.putRightsText, { body }),
    done,
  );
}

type Values = { title: string; content: string; version: string };

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminZhikuRightsText() {
  const { categoryId, text, name, mayChange } = useLoaderData<typeof loader>();
  const { ref, busy, field, notice, values } = useAdminForm<unknown, Values>(["title", "content"]);
  const unsent = useUnsent(ref);
  const key = categoryId ?? "all";
  return (
    <>
      <AdminHead
        title={categoryId === null ? "全部分类的权益说明" : `“${name ?? ""}”的权益说明`}
        text="读者在权益页决定要不要买的时候看到。标题与内容都清空再保存，就撤下它。"
        up={{ label: "知库分类", to: adminPaths.zhikuCategories() }}
      >
        <LinkButton to={paths.zhikuRights()} variant="quiet" icon="eye" reload>
          看页面
        </LinkButton>
        <LogLink to={adminPaths.logOf("zhiku-rights-text", key)} />
      </AdminHead>
      {text?.contentHtml && !text.content ? (
        <section className="admin-panel" aria-label="现在的内容">
          <p>现在显示的是下面的内容，它没有留下可以修改的原文；保存后以你写的为准。</p>
          <Prose html={text.contentHtml} />
        </section>
      ) : null}
      <Form
        ref={ref}
        method="post"
        className="form admin-form"
        noValidate
        data-unsent={`admin-zhiku-rights-text:${key}`}
      >
        <UnsentNotice {...unsent} />
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={text?.version} submitted={values?.version}>
          <TheirFields<Exclude<keyof Values, "version">>
            stored={{
              title: { label: "标题", value: text?.title ?? "" },
              content: { label: "内容", value: text?.content ?? "" },
            }}
            submitted={values}
          />
        </VersionField>
        <StaffFields mayChange={mayChange}>
          <TextField label="标题" {...field("title", text?.title)} />
          <MarkdownField label="内容" {...field("content", text?.content)} rows={8} />
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? "正在保存…" : "保存"}
          </Button>
        </StaffFields>
      </Form>
    </>
  );
}
