import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminPaths } from "#app/features/admin/admin-paths";

/** Form to download orders and refunds. @param days suggested first and last day */
export function OrdersExport({ days }: { days: { from: string; to: string } }) {
  return (
    <section className="admin-panel" aria-labelledby="export-title">
      <h2 id="export-title">导出</h2>
      <Form
        key={`${days.from} ${days.to}`}
        method="post"
        action={adminPaths.ordersExport()}
        className="admin-filter"
        reloadDocument
      >
        <TextField label="从" name="from" type="date" defaultValue={days.from} />
        <TextField label="到" name="to" type="date" defaultValue={days.to} />
        <Button type="submit" icon="download">
          导出订单与退款
        </Button>
      </Form>
    </section>
  );
}
