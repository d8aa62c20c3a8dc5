import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminHouseRuleApi } from "#app/contract/admin/review/house-rule";
import { HOUSE_RULES_MAX } from "#app/contract/limits";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { LogLink } from "#app/features/admin/log-link";
import { reshapeStaffForm, respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { type FormRow, readRows } from "#app/features/admin/rows/read-rows.server";
import { RowList } from "#app/features/admin/rows/row-list";
import { textOfRows } from "#app/features/admin/rows/text-of-rows";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { DefaultButton } from "#app/forms/default-button";
import { readForm, textOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { TextArea } from "#app/forms/text-area";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";

const FIELDS = ["key", "name", "text"] as const;
type Row = FormRow<(typeof FIELDS)[number]>;
const LABELS = { name: "规则", text: "说明" };
type Values = { rules: Row[]; version: string };

export async function loader(args: LoaderFunctionArgs) {
  return unlessReturned(args, async () => {
    await requireConsole(args);
    return loadForStaff(args, adminHouseRuleApi.get, {});
  });
}

/** Saves the rules, or returns the form with a rule added, removed or moved. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { rows, rearranged } = readRows(form, "rules", FIELDS);
  const version = textOf(form, "version");
  if (rearranged) {
    const rules = textOf(form, "intent") === "add" ? [...rows, { key: "", name: "", text: "" }] : rows;
    return reshapeStaffForm(args, { rules, version });
  }
  const save = () => gateway(args).call(adminHouseRuleApi.put, { body: { rules: rows, version: Number(version) } });
  return respondToStaffForm(args, { rules: rows, version }, save, { back: adminPaths.houseRules(), flash: "已保存" });
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminHouseRules() {
  const stored = useLoaderData<typeof loader>();
  const names = (stored?.rules ?? []).flatMap((_, at) => [`rules.${at}.name`, `rules.${at}.text`]);
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, Values>(names);
  const rules: readonly Row[] = values?.rules ?? stored?.rules ?? [];
  return (
    <>
      <AdminHead
        title="社区规则"
        text="退回、移除时从这里选一条，作者会读到它的名字；全部规则公开在“社区规则”一页。移除的规则不再能选，已经作出的处理保留当时的原文。"
      >
        <LinkButton to={paths.houseRules()} variant="quiet" icon="eye" reload>
          看页面
        </LinkButton>
        <LogLink to={adminPaths.logOf("house-rule", "house-rules")} />
      </AdminHead>
      <Form ref={ref} method="post" className="form admin-form" noValidate>
        <DefaultButton value="save">保存</DefaultButton>
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={stored?.version} submitted={values?.version}>
          <TheirFields<"rules">
            stored={{ rules: { label: "规则", value: textOfRows(LABELS, stored?.rules ?? []) } }}
            submitted={{ rules: textOfRows(LABELS, rules) }}
          />
        </VersionField>
        <RowList name="rules" label="规则" rows={rules} full={rules.length >= HOUSE_RULES_MAX} errors={fields}>
          {(field, row, at) => (
            <>
              <input type="hidden" name={`rules.${at}.key`} value={row.key} />
              <TextField label="规则" {...field("name")} />
              <TextArea label="说明（选填；写在规则页上，如什么算、什么不算）" {...field("text")} rows={2} />
            </>
          )}
        </RowList>
        <p className="field__help">列表的最后总有“其他原因”，选它要写明原因；它不在规则页上。</p>
        <div className="admin-buttons">
          <Button type="submit" name="intent" value="save" variant="primary" busy={busy}>
            {busy ? "正在保存…" : "保存"}
          </Button>
        </div>
      </Form>
    </>
  );
}
