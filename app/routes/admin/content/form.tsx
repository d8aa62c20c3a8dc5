import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { FieldError } from "#app/components/ui/field-error";
import { TextField } from "#app/components/ui/text-field";
import { adminFormApi } from "#app/contract/admin/content/form";
import { FORM_FIELDS_MAX } from "#app/contract/admin/content/form-sizes";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { datetimeLocal, instantOf } from "#app/features/admin/fields/datetime-local";
import { MarkdownField } from "#app/features/admin/fields/markdown-field";
import { RemovalForm } from "#app/features/admin/fields/removal-form";
import { storedBox, storedTime, TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { BuiltField } from "#app/features/admin/form-builder/built-field";
import {
  atInputs,
  BUILT_ROW,
  type BuiltRow,
  EMPTY_ROW,
  fieldOf,
  rowOf,
} from "#app/features/admin/form-builder/built-row";
import { textOfQuestions } from "#app/features/admin/form-builder/built-words";
import { ToldStaff } from "#app/features/admin/form-builder/told-staff";
import { LogLink } from "#app/features/admin/log-link";
import { reshapeStaffForm, respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { readRows } from "#app/features/admin/rows/read-rows.server";
import { RowList } from "#app/features/admin/rows/row-list";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { DefaultButton } from "#app/forms/default-button";
import { readForm, textOf, textsOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";

type Values = {
  title: string;
  description: string;
  opensAt: string;
  closesAt: string;
  oncePerPerson: string;
  version: string;
  notify: string[];
  rows: BuiltRow[];
};

export async function loader(args: LoaderFunctionArgs) {
  const loaded = await unlessReturned(args, async () => {
    await requireConsole(args);
    const [readers, form] = await Promise.all([
      loadForStaff(args, adminFormApi.readers, {}),
      args.params.id === "new" ? null : loadForStaff(args, adminFormApi.get, { params: { id: numberOfParam(args) } }),
    ]);
    return { readers, form };
  });
  return { readers: loaded?.readers ?? [], form: loaded?.form ?? null };
}

/** Saves the form, returns it with a question added, removed or moved, or removes or restores it. */
export async function action(args: ActionFunctionArgs) {
  const sent = await readForm(args.request);
  const { call } = gateway(args);
  const id = args.params.id === "new" ? null : numberOfParam(args);
  const intent = textOf(sent, "intent");
  if (id !== null && (intent === "remove" || intent === "restore")) {
    const flash = intent === "remove" ? "已撤下，可以在“已撤下”里恢复；答卷还在" : "已恢复";
    const work = () => call(adminFormApi[intent], { body: { id } });
    return respondToStaffForm(args, {}, work, { back: adminPaths.form(id), flash });
  }
  const { rows, rearranged } = readRows(sent, "fields", BUILT_ROW);
  const names = ["title", "description", "opensAt", "closesAt", "oncePerPerson", "version"] as const;
  const typed = {
    ...textsOf(sent, names),
    notify: sent.getAll("notify").filter((one) => typeof one === "string"),
  };
  if (rearranged) return reshapeStaffForm(args, { ...typed, rows: intent === "add" ? [...rows, EMPTY_ROW] : rows });
  const body = {
    title: typed.title,
    description: typed.description,
    fields: rows.map(fieldOf),
    opensAt: instantOf(typed.opensAt),
    closesAt: instantOf(typed.closesAt),
    oncePerPerson: typed.oncePerPerson !== "",
    notify: typed.notify.map(Number),
  };
  const save = async () => {
    if (id === null) return (await call(adminFormApi.add, { body })).id;
    await call(adminFormApi.put, { body: { ...body, id, version: Number(typed.version) } });
    return id;
  };
  const saved = () =>
    save().catch((error: unknown) => {
      throw atRows(error, rows);
    });
  return respondToStaffForm(args, { ...typed, rows }, saved, (kept) => ({
    back: adminPaths.form(kept),
    flash: "已保存",
  }));
}

/** Maps errors of the request to the form's inputs. */
function atRows(error: unknown, rows: readonly BuiltRow[]): unknown {
  if (!(error instanceof UpstreamError) || error.code !== "INVALID_PARAMS") return error;
  return new UpstreamError(error.code, error.message, { fields: atInputs(error.fields, rows) }, error.endpoint);
}

const inOrder = (ids: readonly string[] = []): readonly string[] => [...ids].sort();

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminForm() {
  const { form, readers } = useLoaderData<typeof loader>();
  const { ref, busy, field, fields, notice, values } = useAdminForm<unknown, Values>();
  const unsent = useUnsent(ref);
  const removed = form?.removedAt != null;
  const id = form?.id;
  const rows: readonly BuiltRow[] = values?.rows ?? form?.fields.map(rowOf) ?? [EMPTY_ROW];
  // Those who are no longer offered are not in the form, and leave the list with the next save.
  const told = inOrder(form?.notify.map(String)).filter(
    (one) => readers.length === 0 || readers.some(({ userId }) => String(userId) === one),
  );
  return (
    <>
      <AdminHead title={id ? "修改表单" : "新建表单"} up={{ label: "表单", to: adminPaths.forms() }}>
        {id ? (
          <>
            {removed ? null : (
              <LinkButton to={paths.form(id)} variant="quiet" icon="eye">
                看表单
              </LinkButton>
            )}
            <LinkButton to={adminPaths.submissions(id)} variant="quiet" icon="list">
              答卷 {form.submissions.total}
            </LinkButton>
            <LogLink to={adminPaths.logOf("form", id)} />
          </>
        ) : null}
      </AdminHead>
      <Form ref={ref} method="post" className="form admin-form" noValidate data-unsent={`admin-form:${id ?? "new"}`}>
        <DefaultButton value="save">保存</DefaultButton>
        <UnsentNotice {...unsent} />
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={form?.version} submitted={values?.version}>
          <TheirFields<Exclude<keyof Values, "version">>
            stored={{
              title: { label: "标题", value: form?.title ?? "" },
              description: { label: "说明", value: form?.description ?? "" },
              opensAt: storedTime("开放时间", datetimeLocal(form?.opensAt ?? null)),
              closesAt: storedTime("截止时间", datetimeLocal(form?.closesAt ?? null)),
              oncePerPerson: storedBox("每人只能填一次", form?.oncePerPerson ? "1" : ""),
              notify: {
                label: "有新答卷时通知谁",
                value: told.join(" "),
                shown: told
                  .map((one) => readers.find(({ userId }) => String(userId) === one)?.nickname ?? one)
                  .join("、"),
              },
              rows: { label: "题目", value: textOfQuestions(form?.fields.map(rowOf) ?? []) },
            }}
            submitted={values && { ...values, notify: inOrder(values.notify).join(" "), rows: textOfQuestions(rows) }}
          />
        </VersionField>
        <TextField label="标题" {...field("title", form?.title)} />
        <MarkdownField label="说明" {...field("description", form?.description)} rows={5} />
        <TextField
          label="开放时间"
          {...field("opensAt", datetimeLocal(form?.opensAt ?? null))}
          type="datetime-local"
          help="北京时间；空着就是现在"
        />
        <TextField
          label="截止时间"
          {...field("closesAt", datetimeLocal(form?.closesAt ?? null))}
          type="datetime-local"
          help="北京时间；空着就一直开放"
        />
        <label className="choice">
          <input
            key={values ? "typed" : "kept"}
            type="checkbox"
            name="oncePerPerson"
            value="1"
            defaultChecked={values ? values.oncePerPerson === "1" : (form?.oncePerPerson ?? false)}
          />
          每人只能填一次，要先登录
        </label>
        <ToldStaff
          readers={readers}
          chosen={values?.notify ?? form?.notify.map(String) ?? []}
          version={values ? "typed" : "kept"}
          error={fields.notify}
        />
        <h2 className="admin-form__title">题目</h2>
        <FieldError id="fields-error" message={fields.fields} />
        {form && form.submissions.total > 0 ? (
          <p className="field__help">已有 {form.submissions.total} 份答卷，它们保留提交时的题目。</p>
        ) : null}
        <RowList name="fields" label="题目" rows={rows} full={rows.length >= FORM_FIELDS_MAX} errors={fields}>
          {(field, row, at) => <BuiltField field={field} row={row} at={at} errors={fields} />}
        </RowList>
        <Button type="submit" name="intent" value="save" variant="primary" busy={busy}>
          {busy ? "正在保存…" : "保存"}
        </Button>
      </Form>
      {form ? <RemovalForm removed={removed} what="份表单" /> : null}
    </>
  );
}
