import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminOfferApi } from "#app/contract/admin/zhiku/offer";
import { fenOf } from "#app/contract/text/fen-of";
import { numberOf } from "#app/contract/text/number-of";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { SelectField } from "#app/features/admin/fields/select-field";
import { storedBox, storedChoice, TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { LogLink } from "#app/features/admin/log-link";
import { OFFER_LINES, type OfferValues, offerValues } from "#app/features/admin/order/offer-values";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { IdempotencyKey } from "#app/forms/idempotency-field";
import { idempotencyKeyOf } from "#app/forms/idempotency-key";
import { readForm, textOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";

export async function loader(args: LoaderFunctionArgs) {
  const page = await unlessReturned(args, async () => {
    await requireConsole(args);
    const [categories, offers] = await Promise.all([
      loadForStaff(args, adminOfferApi.categories, {}),
      // Loaded for a new offer, too, so that staff without the permission can't open the page.
      loadForStaff(args, adminOfferApi.list, {}),
    ]);
    const id = args.params.id === "new" ? null : numberOfParam(args);
    const one = offers.find((offer) => offer.id === id) ?? null;
    if (id !== null && !one) throw notFound();
    return { categories, one };
  });
  return { categories: page?.categories ?? [], one: page?.one ?? null };
}

/** Saves or deletes an offer. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { call } = gateway(args);
  const id = args.params.id === "new" ? null : numberOfParam(args);
  if (id !== null && textOf(form, "intent") === "remove") {
    const values = { intent: "remove", reason: textOf(form, "reason") };
    const work = () => call(adminOfferApi.remove, { body: { id, reason: values.reason } });
    return respondToStaffForm(args, values, work, { back: adminPaths.offers(), flash: "已删除" });
  }
  const key = idempotencyKeyOf(form);
  const typed = Object.fromEntries(OFFER_LINES.map((name) => [name, textOf(form, name)])) as OfferValues;
  const values = { ...typed, ...(key ? { idempotencyKey: key } : {}) };
  const body = {
    name: values.name,
    description: values.description,
    categoryId: values.categoryId === "" ? null : numberOf(values.categoryId),
    price: fenOf(values.price),
    days: numberOf(values.days),
    onSale: values.onSale === "1",
  };
  const save = async () => {
    if (id === null) await call(adminOfferApi.add, { body: { ...body, idempotencyKey: key } });
    else await call(adminOfferApi.put, { body: { ...body, id, version: Number(values.version) } });
  };
  return respondToStaffForm(args, values, save, { back: adminPaths.offers(), flash: "已保存" });
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminOffer() {
  const { categories, one } = useLoaderData<typeof loader>();
  const { ref, busy, field, notice, values } = useAdminForm<unknown, OfferValues & { reason?: string }>();
  const unsent = useUnsent(ref);
  const id = one?.id;
  // The refused form is either the offer's, or the one that deletes it.
  const saved = values?.price !== undefined;
  const stored = offerValues(one);
  const shown = { ...stored, ...(saved ? values : {}) };
  const opened = [["", "全部分类"] as const, ...categories.map(({ id, name }) => [String(id), name] as const)];
  return (
    <>
      <AdminHead
        title={one ? `商品“${one.name}”` : "新建商品"}
        text={one ? soldText(one) : undefined}
        up={{ label: "商品与价格", to: adminPaths.offers() }}
      >
        {one?.shown ? (
          <LinkButton to={paths.zhikuRights()} variant="quiet" icon="eye" reload>
            看页面
          </LinkButton>
        ) : null}
        {id ? <LogLink to={adminPaths.logOf("offer", id)} /> : null}
      </AdminHead>
      <Form ref={ref} method="post" className="form admin-form" noValidate data-unsent={`admin-offer:${id ?? "new"}`}>
        <UnsentNotice {...unsent} />
        <AdminNotice notice={notice} />
        {one ? null : <IdempotencyKey value={values?.idempotencyKey} />}
        <VersionField notice={saved ? notice : null} stored={one?.version} submitted={values?.version}>
          <TheirFields<Exclude<(typeof OFFER_LINES)[number], "version">>
            stored={{
              name: { label: "名称", value: stored.name },
              description: { label: "说明", value: stored.description },
              categoryId: storedChoice("打开什么", stored.categoryId, opened, one?.category?.name),
              price: { label: "价格（元）", value: stored.price },
              days: { label: "天数", value: stored.days },
              onSale: storedBox("上架", stored.onSale),
            }}
            submitted={values}
          />
        </VersionField>
        <TextField label="名称" required {...field("name", stored.name)} />
        <TextField label="说明" {...field("description", stored.description)} help="读者在价格上面读到的一句话" />
        <SelectField
          key={`${categories.length} ${shown.categoryId}`}
          label="打开什么"
          {...field("categoryId", stored.categoryId)}
          options={opened}
          held={
            shown.categoryId === stored.categoryId && one?.category ? one.category.name : `分类 #${shown.categoryId}`
          }
        />
        <TextField
          label="价格（元）"
          {...field("price", stored.price)}
          inputMode="decimal"
          help="如 198 或 9.90。改了之后新的订单按新价；已经下的订单还是下单时的价"
        />
        <TextField
          label="天数"
          {...field("days", stored.days)}
          inputMode="numeric"
          help="从支付的那一刻起算。已有的订单与权益不变；还没有兑换的码按兑换时的天数"
        />
        <label className="choice">
          <input key={shown.onSale} type="checkbox" name="onSale" value="1" defaultChecked={shown.onSale === "1"} />
          上架：读者看得到，可以买
        </label>
        <Button type="submit" name="intent" value="save" variant="primary" busy={busy}>
          {busy ? "正在保存…" : "保存"}
        </Button>
      </Form>
      {one && one.orders === 0 && one.codes === 0 ? (
        <Form method="post" className="form admin-danger">
          <TextField label="原因，记入日志" {...field("reason")} />
          <div className="admin-head__actions">
            <Button type="submit" name="intent" value="remove" variant="danger" busy={busy}>
              删除“{one.name}”
            </Button>
          </div>
        </Form>
      ) : null}
    </>
  );
}

const soldText = ({ orders, codes }: { orders: number; codes: number }): string =>
  orders + codes === 0
    ? "还没有订单和兑换码。"
    : `有 ${orders} 张订单、${codes} 个兑换码，所以不能删除，不卖了就取消上架。`;
