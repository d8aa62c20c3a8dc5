import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { adminSearchSynonymApi } from "#app/contract/admin/site/search-synonym";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { LogLink } from "#app/features/admin/log-link";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm, textOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { TextArea } from "#app/forms/text-area";
import { gateway } from "#app/server/gateway/gateway.server";

type Values = { synonyms: string; version: string };

export async function loader(args: LoaderFunctionArgs) {
  return unlessReturned(args, async () => {
    await requireConsole(args);
    return loadForStaff(args, adminSearchSynonymApi.get, {});
  });
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const values: Values = { synonyms: textOf(form, "synonyms"), version: textOf(form, "version") };
  const save = () => gateway(args).call(adminSearchSynonymApi.put, { body: values });
  return respondToStaffForm(args, values, save, ({ added, removed }) => ({
    back: adminPaths.searchSynonyms(),
    flash: `已保存，马上生效：新增 ${added} 组，去掉 ${removed} 组`,
  }));
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminSearchSynonyms() {
  const stored = useLoaderData<typeof loader>();
  const { ref, busy, field, notice, values } = useAdminForm<unknown, Values>(["synonyms"]);
  return (
    <>
      <AdminHead
        title="搜索同义词"
        text="搜其中一个词，也会找到写着另一个词的内容；写着所搜的词的排在前面。常见的（如 k8s 与 kubernetes）程序自带，这里只写本站特有的。"
      >
        <LogLink to={adminPaths.logOf("search-synonym", "all")} />
      </AdminHead>
      <Form ref={ref} method="post" className="form admin-form" noValidate>
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={stored?.version} submitted={values?.version}>
          <TheirFields<"synonyms">
            stored={{ synonyms: { label: "同义词", value: stored?.synonyms ?? "" } }}
            submitted={values}
          />
        </VersionField>
        <TextArea
          label="同义词（一行一组，词之间用逗号隔开）"
          {...field("synonyms", stored?.synonyms)}
          rows={16}
          help="可以整个复制出去，或者贴一份表格（CSV）进来。一组 2 到 20 个词，大小写与全半角不分。"
        />
        <div className="admin-buttons">
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? "正在保存…" : "保存"}
          </Button>
        </div>
      </Form>
    </>
  );
}
