import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import type { CodeOffer } from "#app/contract/admin/zhiku/code";
import { CODES_MAX } from "#app/contract/admin/zhiku/code-states";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { SelectField } from "#app/features/admin/fields/select-field";
import type { useAdminForm } from "#app/features/admin/use-admin-form";
import { IdempotencyKey } from "#app/forms/idempotency-field";
import { offerName } from "./code-states";

/** Submitted values of a new batch. */
export type BatchTyped = { offerId: string; count: string; expiresAt: string; note: string; idempotencyKey?: string };

/** Names of the fields that can be invalid. */
export const BATCH_FIELDS = ["offerId", "count", "expiresAt", "note"] as const;

type Props = {
  offers: readonly CodeOffer[];
  form: ReturnType<typeof useAdminForm<unknown, BatchTyped>>;
};

/** Form to create a batch of codes. */
export function NewBatch({ offers, form: { ref, busy, fields, notice, values, result } }: Props) {
  const typed = result?.status === "ok" ? undefined : values;
  return (
    <Form ref={ref} method="post" className="form admin-form" noValidate>
      <AdminNotice notice={notice} />
      <IdempotencyKey value={typed?.idempotencyKey} />
      <SelectField
        label="兑换什么"
        name="offerId"
        defaultValue={typed?.offerId ?? ""}
        options={offers.map((offer) => [String(offer.id), offerName(offer) + (offer.onSale ? "" : "，不在售")])}
        held={`商品 #${typed?.offerId}`}
        error={fields.offerId}
      />
      <TextField
        label="个数"
        name="count"
        inputMode="numeric"
        defaultValue={typed?.count ?? ""}
        help={`1 到 ${CODES_MAX} 个，每个只能用一次`}
        error={fields.count}
      />
      <TextField
        label="到期时间（选填，北京时间）"
        name="expiresAt"
        type="datetime-local"
        defaultValue={typed?.expiresAt ?? ""}
        help="留空：一直有效。到期之后不能兑换，已经兑换的不受影响。"
        error={fields.expiresAt}
      />
      <TextField
        label="备注（选填）"
        name="note"
        maxLength={200}
        defaultValue={typed?.note ?? ""}
        help="给谁、为什么，只有工作人员看得到"
        error={fields.note}
      />
      <Button type="submit" variant="primary" busy={busy}>
        {busy ? "正在生成…" : "生成兑换码"}
      </Button>
    </Form>
  );
}
