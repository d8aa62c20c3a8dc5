import { Form, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { Button } from "#app/components/ui/button";
import { APPEAL_MAX } from "#app/contract/limits";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { FormNotice } from "#app/forms/form-notice";
import type { Refused } from "#app/forms/form-result";
import { TextArea } from "#app/forms/text-area";
import { useFormResult } from "#app/forms/use-form-result";

/** Refusal of an appeal, with the submitted text. */
export type AppealRefusal = Refused<{ words: string }>;

type Props = {
  /** Subject of the appeal, the key under which the tab stores the typed text: `article:12`. */
  about: string;
  refused: AppealRefusal | undefined;
  /** Ticket that identifies a banned member; undefined for others. */
  ticket?: string;
};

/** Form for an appeal against a decision. */
export function AppealForm({ about, refused, ticket }: Props) {
  const busy = useNavigation().formMethod === "POST";
  const form = useRef<HTMLFormElement>(null);
  const unsent = useUnsent(form);
  const { fields, notice } = useFormResult(form, refused, { busy, names: ["words"] });
  return (
    <Form ref={form} method="post" className="form" noValidate data-unsent={`appeal:${about}`}>
      <UnsentNotice {...unsent} />
      <FormNotice notice={notice} />
      {ticket === undefined ? null : <input type="hidden" name="ticket" value={ticket} />}
      <TextArea
        label="申诉的理由"
        name="words"
        rows={5}
        help={<>为什么应当重新处理，最多 {APPEAL_MAX} 个字。每项处理只能申诉一次，提交后不能修改。</>}
        error={fields.words}
        defaultValue={refused?.values.words ?? ""}
      />
      <div className="actions">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "正在提交…" : "提交申诉"}
        </Button>
      </div>
    </Form>
  );
}
