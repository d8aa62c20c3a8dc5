import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminRightApi } from "#app/contract/admin/zhiku/right";
import { GRANTED_MAX } from "#app/contract/admin/zhiku/right-sizes";
import { numberOf } from "#app/contract/text/number-of";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { scopeOptions } from "#app/features/admin/fields/category-options";
import { SelectField } from "#app/features/admin/fields/select-field";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { loadCategories } from "#app/features/zhiku/load-categories.server";
import { IdempotencyKey } from "#app/forms/idempotency-field";
import { idempotencyKeyOf } from "#app/forms/idempotency-key";
import { readForm, textOf } from "#app/forms/read-form.server";
import { TextArea } from "#app/forms/text-area";
import { wrongAddress } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";

const NAMES = ["people", "category", "days", "until", "reason"] as const;
type Typed = Record<(typeof NAMES)[number], string> & { idempotencyKey?: string };

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  if (!permissions.includes("right.grant")) throw wrongAddress();
  const member = new URL(args.request.url).searchParams.get("member") ?? "";
  return { member, categories: scopeOptions((await loadCategories(args)) ?? []) };
}

/** Grants a right to all listed members, or to none. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const key = idempotencyKeyOf(form);
  const typed = Object.fromEntries(NAMES.map((name) => [name, textOf(form, name).trim()])) as Typed;
  const values: Typed = { ...typed, ...(key ? { idempotencyKey: key } : {}) };
  const { people, category, days, until, reason } = typed;
  const body = {
    people,
    reason,
    idempotencyKey: key,
    categoryId: category === "all" ? null : numberOf(category),
    days: days === "" ? null : numberOf(days),
    until: until === "" ? null : until,
  };
  const grant = () => gateway(args).call(adminRightApi.grant, { body });
  return respondToStaffForm(args, values, grant, ({ granted }) => ({
    back: adminPaths.rights(),
    flash: `已发给 ${granted.length} 人，他们会收到消息`,
  }));
}

export default function AdminRightGrant() {
  const { member, categories } = useLoaderData<typeof loader>();
  const { ref, busy, field, fields, notice, values } = useAdminForm<unknown, Typed>([...NAMES]);
  const unsent = useUnsent(ref);
  return (
    <>
      <AdminHead
        title="发放权益"
        up={{ label: "权益", to: adminPaths.rights() }}
        text="不经过订单，随时可以收回。名单长的，用表格导入。"
      />
      <Form ref={ref} method="post" className="form admin-form" noValidate data-unsent="admin-right-grant">
        <UnsentNotice {...unsent} />
        <AdminNotice notice={notice} />
        <IdempotencyKey value={values?.idempotencyKey} />
        <TextArea
          label="发给谁"
          {...field("people", member)}
          rows={3}
          help={`用户编号或手机号，以空格、逗号或换行分开，至多 ${GRANTED_MAX} 人`}
        />
        <SelectField
          label="能读什么"
          name="category"
          defaultValue={values?.category ?? "all"}
          options={categories}
          held={`分类 #${values?.category}`}
          error={fields.categoryId}
        />
        <TextField
          label="多少天"
          {...field("days")}
          inputMode="numeric"
          help="从现在起；同一分类已有权益的，从它到期时接着算；买来的、比它窄的等它结束"
        />
        <TextField
          label="或者到哪一天为止"
          {...field("until")}
          type="date"
          help="北京时间，含那一天。和天数填其中一样"
        />
        <TextField label="原因" {...field("reason")} maxLength={200} help="本人会读到，也记在日志里" />
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "正在发放…" : "发放"}
        </Button>
      </Form>
    </>
  );
}
