import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";

/** Filters for orders, as in the URL. */
export type OrderSearch = { state: string; no: string; member: string; from: string; to: string };

/** Filter form for orders; all state is in the URL. */
export function OrderFilter({ search, wrong }: { search: OrderSearch; wrong: Partial<Record<string, string>> }) {
  const { state, no, member, from, to } = search;
  return (
    <Form key={JSON.stringify(search)} method="get" role="search" className="admin-filter">
      {state ? <input type="hidden" name="state" value={state} /> : null}
      <TextField label="订单号、微信支付单号或退款单号" name="no" defaultValue={no} error={wrong.no} />
      <TextField
        label="用户编号或手机号"
        name="member"
        inputMode="numeric"
        defaultValue={member}
        error={wrong.member}
      />
      <TextField label="从" name="from" type="date" defaultValue={from} error={wrong.from} />
      <TextField label="到" name="to" type="date" defaultValue={to} error={wrong.to} />
      <Button type="submit" icon="search">
        筛选
      </Button>
    </Form>
  );
}
