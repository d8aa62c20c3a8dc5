import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { NAVIGATION } from "#app/components/layout/navigation";
import { Button } from "#app/components/ui/button";
import { adminSiteApi } from "#app/contract/admin/site/site";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { LogLink } from "#app/features/admin/log-link";
import { reshapeStaffForm, respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { LinkFields } from "#app/features/admin/rows/link-fields";
import { type FormRow, readRows } from "#app/features/admin/rows/read-rows.server";
import { RowList } from "#app/features/admin/rows/row-list";
import { textOfRows } from "#app/features/admin/rows/text-of-rows";
import { loadSetting } from "#app/features/admin/site/load-site.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { DefaultButton } from "#app/forms/default-button";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

const LINK = ["label", "href"] as const;
type Row = FormRow<(typeof LINK)[number]>;
const LABELS: Row = { label: "文字", href: "链接" };
type Values = { links: Row[]; version: string };

/** Default links in the header. */
const PARTS: readonly Row[] = NAVIGATION.map(({ label, to }) => ({ label, href: to }));

export async function loader(args: LoaderFunctionArgs) {
  return { navigation: await loadSetting(args, "navigation") };
}

/** Saves the links, or returns the form with a link added, removed or moved. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { rows, rearranged } = readRows(form, "links", LINK);
  const version = textOf(form, "version");
  if (rearranged) {
    const links = textOf(form, "intent") === "add" ? [...rows, { label: "", href: "" }] : rows;
    return reshapeStaffForm(args, { links, version });
  }
  const links = textOf(form, "intent") === "reset" ? [] : rows;
  const save = () => gateway(args).call(adminSiteApi.putNavigation, { body: { links, version: Number(version) } });
  return respondToStaffForm(args, { links: rows, version }, save, { back: adminPaths.navigation(), flash: "已保存" });
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminNavigation() {
  const { navigation } = useLoaderData<typeof loader>();
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, Values>();
  const chosen = navigation?.links.length ? navigation.links : PARTS;
  const links = values?.links ?? chosen;
  return (
    <>
      <AdminHead title="导航" up={{ label: "名称与位置", to: adminPaths.site() }}>
        <LogLink to={adminPaths.logOf("site", "navigation")} />
      </AdminHead>
      <Form ref={ref} method="post" className="form admin-form" noValidate>
        <DefaultButton value="save">保存</DefaultButton>
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={navigation?.version} submitted={values?.version}>
          <TheirFields<"links">
            stored={{ links: { label: "链接", value: textOfRows(LABELS, chosen) } }}
            submitted={{ links: textOfRows(LABELS, links) }}
          />
        </VersionField>
        <p className="field__help">
          每页顶上的链接，手机上前三个在底部、其余在“更多”里。不要的栏目移除即可：它的页面还在，只是不在导航里。
        </p>
        <RowList name="links" label="链接" rows={links} full={links.length >= 10} errors={fields}>
          {(field) => <LinkFields field={field} />}
        </RowList>
        <div className="admin-buttons">
          <Button type="submit" name="intent" value="save" variant="primary" busy={busy}>
            {busy ? "正在保存…" : "保存"}
          </Button>
          <Button type="submit" name="intent" value="reset" busy={busy}>
            恢复全部栏目
          </Button>
        </div>
      </Form>
    </>
  );
}
