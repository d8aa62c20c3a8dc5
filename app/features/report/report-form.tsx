import { Form, useNavigation } from "@remix-run/react";
import { useId, useRef } from "react";
import { Button, LinkButton } from "#app/components/ui/button";
import { FieldError } from "#app/components/ui/field-error";
import { FlashMessage } from "#app/components/ui/flash-message";
import { REPORT_MAX } from "#app/contract/limits";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { FormNotice } from "#app/forms/form-notice";
import { TextArea } from "#app/forms/text-area";
import { useFormResult } from "#app/forms/use-form-result";
import { REPORT_REASONS } from "./report-reasons";
import type { ReportPlace, ReportRefusal } from "./send-report.server";

type Props = {
  place: ReportPlace & { next: string };
  /** The member's report of the same thing, if nobody has decided about it yet. */
  own: ReportRefusal["values"] | null;
  refused: ReportRefusal | undefined;
};

/** Form for the reason of a report: one of a list, with optional text. One that was sent is shown, and can be changed. */
export function ReportForm({ place, own, refused }: Props) {
  const busy = useNavigation().formMethod === "POST";
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const unsent = useUnsent(form);
  const given = refused?.values ?? own;
  const { fields, notice } = useFormResult(form, refused, { busy, names: ["reason", "detail"] });
  return (
    <Form ref={form} method="post" className="form" noValidate data-unsent={`report:${place.kind}:${place.id}`}>
      {own ? (
        <FlashMessage kind="info" message={`你已经举报过${place.what}，我们还没有处理。想改理由，改好再提交`} />
      ) : null}
      <UnsentNotice {...unsent} />
      <FormNotice notice={notice} />
      {/* A radio group can have an error message, a plain fieldset can't. */}
      <div
        className="field"
        role="radiogroup"
        aria-labelledby={`${id}-reason`}
        aria-required
        // Focus target after a refusal.
        tabIndex={-1}
        {...(fields.reason ? { "aria-invalid": true, "aria-describedby": `${id}-reason-error` } : {})}
      >
        <p className="field__label" id={`${id}-reason`}>
          为什么举报
        </p>
        <div className="choices">
          {Object.entries(REPORT_REASONS).map(([value, label]) => (
            <label key={value} className="choice">
              <input type="radio" name="reason" value={value} defaultChecked={value === given?.reason} />
              {label}
            </label>
          ))}
        </div>
        <FieldError id={`${id}-reason-error`} message={fields.reason} />
      </div>
      <TextArea
        label="说明（选“其他原因”时必填）"
        name="detail"
        rows={4}
        help={<>问题出在哪里，最多 {REPORT_MAX} 个字</>}
        error={fields.detail}
        defaultValue={given?.detail ?? ""}
      />
      <div className="actions">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "正在提交…" : own ? "更新举报" : "提交举报"}
        </Button>
        <LinkButton to={place.next} variant="quiet">
          返回
        </LinkButton>
      </div>
    </Form>
  );
}
