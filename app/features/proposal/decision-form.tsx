import { Form, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { Button } from "#app/components/ui/button";
import { PROPOSAL_WORDS_MAX } from "#app/contract/limits";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { FormNotice } from "#app/forms/form-notice";
import { TextArea } from "#app/forms/text-area";
import { useFormResult } from "#app/forms/use-form-result";
import type { DecisionRefusal } from "./decide-proposal.server";

type Props = {
  id: number;
  /** Whether it still applies to the current text. */
  current: boolean;
  /** Time of the proposal as shown; if none can be shown now, as it was when the form was sent. */
  createdAt: string;
  refused: DecisionRefusal | undefined;
};

/** Form for an author to take a proposal, or decline it with a reason. */
export function DecisionForm({ id, current, createdAt, refused }: Props) {
  const busy = useNavigation().formMethod === "POST";
  const form = useRef<HTMLFormElement>(null);
  const unsent = useUnsent(form);
  const { fields, notice } = useFormResult(form, refused, { busy, names: ["answer"] });
  return (
    <Form ref={form} method="post" className="form" noValidate data-unsent={`proposal-answer:${id}`}>
      <UnsentNotice {...unsent} />
      <FormNotice notice={notice} />
      <input type="hidden" name="createdAt" value={createdAt} />
      <TextArea
        label="给对方的话（谢绝时必填）"
        name="answer"
        rows={3}
        help={<>最多 {PROPOSAL_WORDS_MAX} 个字。采纳后原文照常经过审核，修改记录里写明理由。</>}
        error={fields.answer}
        defaultValue={refused?.values.answer ?? ""}
      />
      <div className="actions">
        {current ? (
          <Button type="submit" name="intent" value="take" variant="primary" busy={busy}>
            采纳并改好原文
          </Button>
        ) : null}
        <Button type="submit" name="intent" value="decline" busy={busy}>
          谢绝
        </Button>
      </div>
    </Form>
  );
}
