import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { FieldError } from "#app/components/ui/field-error";
import { Tag } from "#app/components/ui/tag";
import { TextField } from "#app/components/ui/text-field";
import { adminPlacingApi, placedKind } from "#app/contract/admin/content/placing";
import { KINDS } from "#app/contract/kinds";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { MARKS, type Mark, placeName } from "#app/features/admin/content/placing-words";
import { thingInUrl } from "#app/features/admin/content/thing-in-url.server";
import { datetimeLocal, instantOf } from "#app/features/admin/fields/datetime-local";
import { type StoredField, storedBox, storedTime, TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { THING_STATES } from "#app/features/admin/queue/thing-states";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { pagePath } from "#app/features/content/page-path.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

export async function loader(args: LoaderFunctionArgs) {
  await requireConsole(args);
  const place = thingInUrl(args, placedKind);
  const thing = await loadForStaff(args, adminPlacingApi.get, { params: place });
  return { ...thing, href: pagePath(place.kind, place.id) };
}

type Values = Partial<Record<Mark | `${Mark}.until` | "version", string>>;

/** Sets the selected marks of a text and removes the others. */
export async function action(args: ActionFunctionArgs) {
  const place = thingInUrl(args, placedKind);
  const form = await readForm(args.request);
  const values: Values = { version: textOf(form, "version") };
  const wantedOf = (mark: Mark) => {
    const [on, until] = [textOf(form, mark), textOf(form, `${mark}.until`)];
    if (on) values[mark] = on;
    values[`${mark}.until`] = until;
    return on ? { until: instantOf(until) } : null;
  };
  const body = {
    ...place,
    home: wantedOf("home"),
    list: wantedOf("list"),
    class: wantedOf("class"),
    featured: wantedOf("featured"),
    version: values.version || undefined,
  };
  const put = () => gateway(args).call(adminPlacingApi.put, { body });
  return respondToStaffForm(args, values, put, { back: adminPaths.placing(place), flash: "已保存，读者马上看得到" });
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminPlacing() {
  const thing = useLoaderData<typeof loader>();
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, Values>();
  const { kind, state, places, classification } = thing;
  const shown = MARKS.filter((mark) => mark === "featured" || places.includes(mark) || thing[mark] !== null);
  const storedMark = (mark: Mark): [string, StoredField][] => {
    const name = placeName(mark, kind, classification?.name ?? null);
    return [
      [mark, storedBox(name, thing[mark] ? "on" : "")],
      [`${mark}.until`, storedTime(`${name}：到什么时候`, datetimeLocal(thing[mark]?.until ?? null))],
    ];
  };
  return (
    <>
      <AdminHead
        title={thing.name}
        text={
          <>
            {KINDS[kind].name} <Tag tone={THING_STATES[state].tone}>{THING_STATES[state].label}</Tag>
          </>
        }
        up={{ label: "置顶与精华", to: adminPaths.placings() }}
      >
        {state === "public" ? (
          <LinkButton to={thing.href} variant="quiet" icon="eye">
            在站上看
          </LinkButton>
        ) : null}
      </AdminHead>
      {state === "public" ? null : (
        <p className="admin-log__note">它不在站上：已有的置顶不显示，也不能再置顶或设为精华。</p>
      )}
      <Form ref={ref} method="post" className="form admin-form admin-places" noValidate>
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={thing.version} submitted={values?.version}>
          <TheirFields<string> stored={Object.fromEntries(shown.flatMap(storedMark))} submitted={values} />
        </VersionField>
        {shown.map((mark) => {
          const until = `${mark}.until` as const;
          const held = thing[mark];
          return (
            <fieldset key={mark} className="admin-panel admin-placing">
              <legend>{placeName(mark, kind, classification?.name ?? null)}</legend>
              <label className="choice">
                <input
                  type="checkbox"
                  name={mark}
                  value="on"
                  defaultChecked={values ? mark in values : held !== null}
                  {...(fields[mark] ? { "aria-invalid": true, "aria-describedby": `${mark}-error` } : {})}
                />
                {mark === "featured" ? "设为精华" : "置顶"}
              </label>
              <FieldError id={`${mark}-error`} message={fields[mark]} />
              <TextField
                label="到什么时候"
                name={until}
                type="datetime-local"
                defaultValue={values?.[until] ?? datetimeLocal(held?.until ?? null)}
                help="北京时间；空着就一直有效，直到取消"
                error={fields[until]}
              />
            </fieldset>
          );
        })}
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "正在保存…" : "保存"}
        </Button>
      </Form>
    </>
  );
}
