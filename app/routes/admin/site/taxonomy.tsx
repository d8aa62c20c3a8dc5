import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import {
  adminClassificationApi,
  type ClassifiedKind,
  type EditedClassification,
} from "#app/contract/admin/site/classification";
import { KINDS, kindsWith } from "#app/contract/kinds";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { readOrder } from "#app/features/admin/rows/read-order.server";
import { StepButtons } from "#app/features/admin/rows/step-buttons";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { DefaultButton } from "#app/forms/default-button";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

export async function loader(args: LoaderFunctionArgs) {
  await requireConsole(args);
  return { classifications: await loadForStaff(args, adminClassificationApi.list, {}) };
}

const PLACE = "place.";
const placeField = (id: number): `place.${number}` => `${PLACE}${id}` as `place.${number}`;

type Values = Record<string, string> & { intent: string };

/** Reorders the classifications of a kind: by one step (`order` is the whole list in its new order), or by numbers. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { group, ids } = readOrder(form);
  const typed = [...form.keys()].flatMap((name) =>
    name.startsWith(PLACE) ? [[name, textOf(form, name)] as const] : [],
  );
  const values: Values = { ...Object.fromEntries(typed), intent: group || textOf(form, "intent") };
  const byNumber = typed
    .map(([name, place]) => ({ id: Number(name.slice(PLACE.length)), place: Number(place) }))
    .sort((one, other) => one.place - other.place)
    .map(({ id }) => id);
  const body = {
    kind: values.intent as ClassifiedKind,
    ids: group ? ids : byNumber,
  };
  const order = () => gateway(args).call(adminClassificationApi.order, { body });
  return respondToStaffForm(args, values, order, { back: adminPaths.taxonomy(), flash: "已排好" });
}

export default function AdminTaxonomy() {
  const { classifications } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHead
        title="分类与标签"
        text="文章和案例各有一套分类，写的人从里面选一个。隐藏的分类不再提供，里面的内容照常可读。"
      >
        <LinkButton to={adminPaths.tags()} icon="tag">
          标签
        </LinkButton>
      </AdminHead>
      {kindsWith("classified").map((kind) => (
        <OfKind key={kind} kind={kind} all={classifications.filter((one) => one.kind === kind)} />
      ))}
    </>
  );
}

function OfKind({ kind, all }: { kind: ClassifiedKind; all: readonly EditedClassification[] }) {
  const { ref, busy, notice, values } = useAdminForm<unknown, Values>(undefined, [kind]);
  const { name } = KINDS[kind];
  return (
    <section className="admin-panel" aria-labelledby={`${kind}-title`}>
      <h2 id={`${kind}-title`}>{name}的分类</h2>
      <AdminNotice notice={notice} />
      {all.length === 0 ? (
        <EmptyState text={`还没有${name}的分类。建好以后，写${name}时可以选，读者可以按它看。`} />
      ) : (
        <Form ref={ref} method="post" noValidate>
          <DefaultButton value={kind}>按填的数字排列</DefaultButton>
          <AdminTable shape="rows">
            <thead>
              <tr>
                <th>分类</th>
                <th className="admin-table__sum">公开 / 全部</th>
                <th>顺序</th>
              </tr>
            </thead>
            <tbody>
              {all.map((one, at) => (
                <tr key={one.id}>
                  <td>
                    <Link to={adminPaths.classification(one.id)}>{one.name}</Link>{" "}
                    {one.hidden ? <Tag tone="warm">已隐藏</Tag> : null}{" "}
                    {one.movingWith === null ? null : <Tag tone="accent">正在移</Tag>}
                  </td>
                  <td className="numbers admin-table__sum" data-label="公开 / 全部">
                    {one.publicCount} / {one.writtenCount}
                  </td>
                  <td className="admin-order">
                    <input
                      className="input admin-order__place"
                      type="number"
                      inputMode="numeric"
                      step="any"
                      name={placeField(one.id)}
                      aria-label={`“${one.name}”的顺序`}
                      defaultValue={values?.[placeField(one.id)] ?? at + 1}
                    />
                    <StepButtons ids={all.map(({ id }) => id)} at={at} name={one.name} group={kind} busy={busy} />
                  </td>
                </tr>
              ))}
            </tbody>
          </AdminTable>
          {all.length > 1 ? (
            <p className="admin-below">
              <Button type="submit" name="intent" value={kind} busy={busy}>
                按填的数字排列
              </Button>
            </p>
          ) : null}
        </Form>
      )}
      <p className="admin-below">
        <LinkButton
          to={adminPaths.newClassification(kind)}
          icon="plus"
          variant={all.length === 0 ? "primary" : "plain"}
        >
          新建{name}分类
        </LinkButton>
      </p>
    </section>
  );
}
