import { Form, useNavigation } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
import { Button } from "#app/components/ui/button";
import { CommentTextField } from "#app/features/comment/comment-text-field";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { FormNotice } from "#app/forms/form-notice";
import type { Refused } from "#app/forms/form-result";
import { useFormResult } from "#app/forms/use-form-result";
import type { HeldValues } from "./change-held.server";

/** Refusal of a resubmitted comment, with its values. */
export type HeldRefusal = Refused<HeldValues>;

type Props = {
  held: { id: number; content: string; version: number; baseVersion: number | null };
  refused: HeldRefusal | undefined;
  /** Buttons before the one that submits it again. */
  children?: ReactNode;
};

/** A held comment with a form to change and resubmit it. */
export function HeldComment({ held, refused, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const unsent = useUnsent(form);
  const busy = useNavigation().state !== "idle";
  const { fields, notice } = useFormResult(form, refused, { busy, names: ["text"] });
  return (
    <Form ref={form} method="post" className="comment-form" data-unsent={`held:${held.id}`}>
      <UnsentNotice {...unsent} />
      <FormNotice notice={notice} />
      <input type="hidden" name="version" value={refused?.values.version ?? held.version} />
      <input type="hidden" name="baseVersion" value={refused?.values.baseVersion ?? held.baseVersion ?? ""} />
      <CommentTextField text={refused?.values.text || held.content} error={fields.text} />
      <div className="comment-form__foot">
        {children}
        <Button type="submit" name="intent" value="change" variant="primary" busy={busy}>
          保存并重新提交
        </Button>
      </div>
    </Form>
  );
}
