import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { formatYuan } from "#app/components/ui/format-yuan";
import { TextField } from "#app/components/ui/text-field";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { useAdminForm } from "#app/features/admin/use-admin-form";

type Props = {
  /** Amount in fen beyond which a second person approves a refund; null for none. */
  limit: number | null;
  version: number | undefined;
};

/** Form for the amount from which a refund needs a second person. */
export function RefundLimit({ limit, version }: Props) {
  const { ref, busy, field, notice, values } = useAdminForm<null, { limit: string; version: string }>(["limit"]);
  const shownLimit = limit === null ? "" : String(limit / 100);
  return (
    <section className="admin-panel" aria-labelledby="limit-title">
      <h2 id="limit-title">退款要第二个人批准</h2>
      <Form ref={ref} method="post" className="form" noValidate>
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={version} submitted={values?.version}>
          <TheirFields<"limit">
            stored={{
              limit: { label: "超过多少元", value: shownLimit, shown: limit === null ? "都不需要" : formatYuan(limit) },
            }}
            submitted={values}
          />
        </VersionField>
        <TextField
          key={shownLimit}
          label="超过多少元"
          {...field("limit", shownLimit)}
          inputMode="decimal"
          help="留空：都不需要。0：每一笔都需要。"
        />
        <Button type="submit" busy={busy}>
          保存
        </Button>
      </Form>
    </section>
  );
}
