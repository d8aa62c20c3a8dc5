import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminLimitApi, type LimitValues } from "#app/contract/admin/system/limit";
import { KEPT_LIMITS, type KeptLimit, keptLimits } from "#app/contract/admin/system/limit-names";
import { numberOf } from "#app/contract/text/number-of";
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
import { gateway } from "#app/server/gateway/gateway.server";

/** Fields of the form by name: `limits.publishDay`. */
type Values = Record<string, string>;
const fieldOf = (name: string) => `limits.${name}`;
const labelOf = (name: KeptLimit) => `${KEPT_LIMITS[name].name}（${KEPT_LIMITS[name].unit}）`;
const GROUPS = [...new Set(keptLimits.map((name) => KEPT_LIMITS[name].group))];

export async function loader(args: LoaderFunctionArgs) {
  return unlessReturned(args, async () => {
    await requireConsole(args);
    return loadForStaff(args, adminLimitApi.get, {});
  });
}

/** Saves the limits; empty ones fall back to the defaults. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const names = ["version", ...keptLimits.map(fieldOf)];
  const values: Values = Object.fromEntries(names.map((name) => [name, textOf(form, name).trim()]));
  const limits = Object.fromEntries(
    keptLimits.flatMap((name) => {
      const typed = values[fieldOf(name)] ?? "";
      return typed === "" ? [] : [[name, numberOf(typed)]];
    }),
  ) as LimitValues;
  const put = () => gateway(args).call(adminLimitApi.put, { body: { limits, version: Number(values.version) } });
  return respondToStaffForm(args, values, put, { back: adminPaths.limits(), flash: "已保存，几秒内生效" });
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminLimits() {
  const stored = useLoaderData<typeof loader>();
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, Values>(keptLimits.map(fieldOf));
  const limitOf = (name: string) => stored?.limits.find((one) => one.name === name);
  return (
    <>
      <AdminHead title="限额" text="留空就用默认值。保存后几秒内在所有进程生效，正在计的次数接着计。">
        <LogLink to={adminPaths.logOf("limit", "limits")} />
      </AdminHead>
      <Form ref={ref} method="post" className="form admin-form" noValidate>
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={stored?.version} submitted={values?.version}>
          <TheirFields<string>
            stored={Object.fromEntries(
              keptLimits.map((name) => [
                fieldOf(name),
                { label: labelOf(name), value: String(limitOf(name)?.value ?? "") },
              ]),
            )}
            submitted={values}
          />
        </VersionField>
        {GROUPS.map((group) => (
          <fieldset key={group} className="admin-panel admin-limits">
            <legend>{group}</legend>
            {keptLimits
              .filter((name) => KEPT_LIMITS[name].group === group)
              .map((name) => {
                const { min, max } = KEPT_LIMITS[name];
                const { value = null, default: usual = 0 } = limitOf(name) ?? {};
                const field = fieldOf(name);
                return (
                  <TextField
                    key={name}
                    label={labelOf(name)}
                    name={field}
                    inputMode="numeric"
                    defaultValue={values?.[field] ?? (value === null ? "" : String(value))}
                    placeholder={String(usual)}
                    help={`默认 ${usual}，可在 ${min} 到 ${max} 之间`}
                    error={fields[field]}
                  />
                );
              })}
          </fieldset>
        ))}
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "正在保存…" : "保存"}
        </Button>
      </Form>
    </>
  );
}
