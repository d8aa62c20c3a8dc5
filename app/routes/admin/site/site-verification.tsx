import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminSiteApi } from "#app/contract/admin/site/site";
import { SEARCH_ENGINES, type SearchEngine, searchEngines } from "#app/contract/site/search-engines";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { LogLink } from "#app/features/admin/log-link";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadSetting } from "#app/features/admin/site/load-site.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

type Values = Record<SearchEngine | "version", string>;

export async function loader(args: LoaderFunctionArgs) {
  return { verification: await loadSetting(args, "verification") };
}

/** Saves the verification codes of search engines. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const values = Object.fromEntries(
    [...searchEngines, "version" as const].map((name) => [name, textOf(form, name)]),
  ) as Values;
  const save = () =>
    gateway(args).call(adminSiteApi.putVerification, { body: { ...values, version: Number(values.version) } });
  return respondToStaffForm(args, values, save, { back: adminPaths.verification(), flash: "已保存" });
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminVerification() {
  const { verification } = useLoaderData<typeof loader>();
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, Values>();
  const shown = { ...verification, ...values };
  return (
    <>
      <AdminHead
        title="站点验证"
        text="搜索引擎的站长平台要确认网站是你的：在那边选“HTML 标签验证”，把它给的标签或其中的一串贴到这里，保存后首页里就有，再回去点验证。"
        up={{ label: "名称与位置", to: adminPaths.site() }}
      >
        <LogLink to={adminPaths.logOf("site", "verification")} />
      </AdminHead>
      <Form ref={ref} method="post" className="form admin-form" noValidate>
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={verification?.version} submitted={values?.version}>
          <TheirFields<string>
            stored={Object.fromEntries(
              searchEngines.map((engine) => [
                engine,
                { label: SEARCH_ENGINES[engine].name, value: verification?.[engine] ?? "" },
              ]),
            )}
            submitted={values}
          />
        </VersionField>
        {searchEngines.map((engine) => (
          <TextField
            key={engine}
            label={SEARCH_ENGINES[engine].name}
            name={engine}
            defaultValue={shown[engine] ?? ""}
            help={`<meta name="${SEARCH_ENGINES[engine].meta}">；空着就没有`}
            error={fields[engine]}
          />
        ))}
        <Button type="submit" name="intent" value="save" variant="primary" busy={busy}>
          {busy ? "正在保存…" : "保存"}
        </Button>
      </Form>
    </>
  );
}
