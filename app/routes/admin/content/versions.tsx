import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Prose } from "#app/components/ui/prose";
import { Tag } from "#app/components/ui/tag";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { adminVersionApi, revertedKind } from "#app/contract/admin/content/version";
import { KINDS } from "#app/contract/kinds";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { thingInUrl } from "#app/features/admin/content/thing-in-url.server";
import { changedFields } from "#app/features/admin/fields/changed-fields.server";
import { FieldDiff } from "#app/features/admin/fields/field-diff";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { inNewWindows } from "#app/features/content/in-new-windows";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { versionInQuery } from "#app/server/params/version-in-query.server";

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const place = thingInUrl(args, revertedKind);
  const versions = await loadForStaff(args, adminVersionApi.list, { params: place });
  const version = versionInQuery(args.request);
  const chosen =
    version === null ? null : await loadForStaff(args, adminVersionApi.get, { params: { ...place, version } });
  return {
    ...place,
    ...versions,
    chosen: chosen && {
      version: chosen.version,
      name: chosen.name,
      at: chosen.at,
      contentHtml: inNewWindows(chosen.contentHtml),
      changes: changedFields(place.kind, chosen.fields, chosen.present),
    },
    reverts: permissions.includes("content.edit"),
  };
}

type Values = { reason: string };

/** Restores the displayed version. */
export async function action(args: ActionFunctionArgs) {
  const place = thingInUrl(args, revertedKind);
  const form = await readForm(args.request);
  const values: Values = { reason: textOf(form, "reason") };
  const body = {
    ...place,
    ...values,
    version: versionInQuery(args.request) ?? 0,
    present: Number(textOf(form, "present")),
  };
  const revert = () => gateway(args).call(adminVersionApi.revert, { body });
  return respondToStaffForm(args, values, revert, {
    back: adminPaths.content(place),
    flash: "已恢复到这个版本，作者会收到消息",
  });
}

export default function AdminVersions() {
  const { kind, id, version, list, chosen, reverts } = useLoaderData<typeof loader>();
  const { ref, busy, field, notice } = useAdminForm<unknown, Values>(["reason"]);
  const place = { kind, id };
  return (
    <>
      <AdminHead
        title={`${KINDS[kind].name} #${id} 的版本`}
        text="从第一次修改起，最近的五十个版本。"
        up={{ label: `${KINDS[kind].name} #${id}`, to: adminPaths.content(place) }}
      />
      {list.length === 0 ? (
        <EmptyState text="发表以后没有改过。" />
      ) : (
        <AdminTable shape="rows">
          <thead>
            <tr>
              <th>版本</th>
              <th>写下</th>
              <th>谁写的</th>
              <th className="admin-table__sum">字数</th>
            </tr>
          </thead>
          <tbody>
            {list.map((one) => (
              <tr key={one.version}>
                <td>
                  {one.version === version ? (
                    <>
                      {one.version} {one.name} <Tag tone="accent">现在的</Tag>
                    </>
                  ) : (
                    <Link to={adminPaths.versions(place, one.version)}>
                      {one.version} {one.name}
                    </Link>
                  )}
                </td>
                <td>
                  <Time value={one.at} format="datetime" />
                </td>
                <td>{one.by?.nickname ?? "没有记下"}</td>
                <td className="numbers admin-table__sum" data-label="字数">
                  {one.length}
                </td>
              </tr>
            ))}
          </tbody>
        </AdminTable>
      )}
      {chosen ? (
        <section className="admin-panel" aria-labelledby="chosen-title">
          <h2 id="chosen-title">
            版本 {chosen.version}：{chosen.name}
          </h2>
          <p className="admin-log__note">删去的是这个版本，加上的是现在的。</p>
          <FieldDiff changes={chosen.changes} />
          <h3>当时的样子</h3>
          <Prose html={chosen.contentHtml} size="compact" />
          {reverts && chosen.version !== version ? (
            <Form ref={ref} method="post" className="form admin-danger" noValidate>
              <AdminNotice notice={notice} />
              <input type="hidden" name="present" value={version} />
              <TextField
                label="恢复的原因"
                {...field("reason")}
                help="作者读得到；恢复以后是一个新的版本，可以在操作日志里撤销"
              />
              <Button type="submit" variant="danger" busy={busy}>
                {`恢复到版本 ${chosen.version}`}
              </Button>
            </Form>
          ) : null}
        </section>
      ) : null}
    </>
  );
}
