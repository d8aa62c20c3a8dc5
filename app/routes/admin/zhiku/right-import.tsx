import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useId } from "react";
import { Button } from "#app/components/ui/button";
import { describedBy, FieldRow } from "#app/components/ui/field-row";
import { TextField } from "#app/components/ui/text-field";
import { adminRightApi, type RightLine } from "#app/contract/admin/zhiku/right";
import { IMPORT_MAX } from "#app/contract/admin/zhiku/right-sizes";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { scopeOptions } from "#app/features/admin/fields/category-options";
import { refuseStaffForm, respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { CheckedLines } from "#app/features/admin/right/checked-lines";
import { requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { loadCategories } from "#app/features/zhiku/load-categories.server";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { markFormReturned } from "#app/forms/returned-form.server";
import { TextArea } from "#app/forms/text-area";
import { wrongAddress } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";

type Typed = { text: string; reason: string };
type Checked = { lines: RightLine[] };

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  if (!permissions.includes("right.grant")) throw wrongAddress();
  return { categories: scopeOptions((await loadCategories(args)) ?? []) };
}

/**
 * Checks a list line by line, or imports it. A chosen file is returned as text, since a file field can't be prefilled.
 */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { call } = gateway(args);
  const file = form.get("file");
  const chosen = file instanceof File && file.size > 0 ? await file.text() : "";
  const values: Typed = { text: chosen || textOf(form, "text"), reason: textOf(form, "reason") };
  if (textOf(form, "intent") === "import") {
    const bringIn = () => call(adminRightApi.import, { body: values });
    return respondToStaffForm(args, values, bringIn, ({ granted, same }) => ({
      back: adminPaths.rights(),
      flash: `已导入：发放 ${granted} 项，${same} 项原来就有`,
    }));
  }
  const check = () => call(adminRightApi.check, { body: { text: values.text } });
  const result = await attempt(check, { values });
  if (result.status !== "ok") return refuseStaffForm(args, result);
  markFormReturned(args.context);
  return { ...result, values };
}

export default function AdminRightImport() {
  const { categories } = useLoaderData<typeof loader>();
  const { ref, busy, field, fields, notice, values, result } = useAdminForm<Checked, Typed>(["text", "reason"]);
  const id = useId();
  const lines = result?.status === "ok" ? result.data.lines : undefined;
  const file = { id, help: <>表格软件里另存为“CSV UTF-8”，至多 {IMPORT_MAX} 行。选了文件，就不看下面的文字。</> };
  return (
    <>
      <AdminHead
        title="导入权益名单"
        up={{ label: "权益", to: adminPaths.rights() }}
        text="一行一项：手机号、分类、截止日。先逐行看过，有一行不对就都不导入；没有账号的手机号会指出来，不会替人注册。"
      />
      {lines ? <CheckedLines lines={lines} /> : null}
      <Form ref={ref} method="post" encType="multipart/form-data" className="form admin-form" noValidate>
        <AdminNotice notice={notice} />
        {/* The text of an uploaded file is here: the file field is empty again. */}
        <div key={values?.text} className="form">
          <FieldRow {...file} label="CSV 文件">
            <input id={id} type="file" name="file" accept=".csv,text/csv" {...describedBy(file)} />
          </FieldRow>
          <TextArea
            label="名单"
            name="text"
            defaultValue={values?.text}
            rows={8}
            help="例如：13800000000,全部,2026-12-31。分类写名称或编号"
            error={fields.text}
          />
        </div>
        <TextField label="原因" {...field("reason")} maxLength={200} help="名单里的人会读到，也记在日志里" />
        <div className="admin-head__actions">
          <Button type="submit" name="intent" value="check" busy={busy}>
            先逐行看看
          </Button>
          <Button type="submit" name="intent" value="import" variant="primary" busy={busy}>
            导入
          </Button>
        </div>
      </Form>
      <details className="admin-panel">
        <summary>分类的编号</summary>
        <ul>
          {categories
            .filter(([value]) => value !== "all")
            .map(([value, label]) => (
              <li key={value}>
                <span className="numbers">{value}</span> {label}
              </li>
            ))}
        </ul>
      </details>
    </>
  );
}
