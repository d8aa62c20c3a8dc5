import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
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

const LINK = ["group", "label", "href"] as const;
type Row = FormRow<(typeof LINK)[number]>;
const LABELS: Row = { group: "分组", label: "文字", href: "链接" };
type Values = { links: Row[]; icp: string; police: string; copyright: string; version: string };
const EMPTY: Row = { group: "", label: "", href: "" };

export async function loader(args: LoaderFunctionArgs) {
  return { footer: await loadSetting(args, "footer") };
}

/** Saves the footer, or returns the form with a row added or removed. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { rows, rearranged } = readRows(form, "links", LINK);
  const names = ["icp", "police", "copyright", "version"] as const;
  const texts = Object.fromEntries(names.map((name) => [name, textOf(form, name)])) as Omit<Values, "links">;
  if (rearranged) {
    const links = textOf(form, "intent") === "add" ? [...rows, { ...EMPTY, group: rows.at(-1)?.group ?? "" }] : rows;
    return reshapeStaffForm(args, { ...texts, links });
  }
  const body = { ...texts, links: rows, version: Number(texts.version) };
  const save = () => gateway(args).call(adminSiteApi.putFooter, { body });
  return respondToStaffForm(args, { ...texts, links: rows }, save, { back: adminPaths.footer(), flash: "已保存" });
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminFooter() {
  const { footer } = useLoaderData<typeof loader>();
  const { ref, busy, field, fields, notice, values } = useAdminForm<unknown, Values>();
  const links: readonly Row[] = values?.links ?? footer?.links ?? [];
  return (
    <>
      <AdminHead title="页脚" up={{ label: "名称与位置", to: adminPaths.site() }}>
        <LogLink to={adminPaths.logOf("site", "footer")} />
      </AdminHead>
      <Form ref={ref} method="post" className="form admin-form" noValidate>
        <DefaultButton value="save">保存</DefaultButton>
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={footer?.version} submitted={values?.version}>
          <TheirFields<Exclude<keyof Values, "version">>
            stored={{
              icp: { label: "ICP 备案号", value: footer?.icp ?? "" },
              police: { label: "公安备案号", value: footer?.police ?? "" },
              copyright: { label: "版权说明", value: footer?.copyright ?? "" },
              links: { label: "链接", value: textOfRows(LABELS, footer?.links ?? []) },
            }}
            submitted={values && { ...values, links: textOfRows(LABELS, links) }}
          />
        </VersionField>
        <TextField label="ICP 备案号" {...field("icp", footer?.icp)} help="例如 京ICP备2026000000号-1；空着就不显示" />
        <TextField
          label="公安备案号"
          {...field("police", footer?.police)}
          help="例如 京公网安备11010502000000号；空着就不显示"
        />
        <TextField label="版权说明" {...field("copyright", footer?.copyright)} />
        <h2 className="admin-form__title">链接</h2>
        <p className="field__help">分组相同的链接放在一起，最前面的组在最前面。不要的行移除，或全部清空。</p>
        <RowList name="links" label="链接" rows={links} full={links.length >= 60} errors={fields}>
          {(ofRow) => (
            <>
              <TextField label="分组" {...ofRow("group")} />
              <LinkFields field={ofRow} />
            </>
          )}
        </RowList>
        <Button type="submit" name="intent" value="save" variant="primary" busy={busy}>
          {busy ? "正在保存…" : "保存"}
        </Button>
      </Form>
    </>
  );
}
