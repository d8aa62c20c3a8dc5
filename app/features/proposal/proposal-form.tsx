import { Form, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { PROPOSAL_WORDS_MAX } from "#app/contract/limits";
import type { ProposalWords } from "#app/contract/writing/proposal";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { FormNotice } from "#app/forms/form-notice";
import { TextArea } from "#app/forms/text-area";
import { useFormResult } from "#app/forms/use-form-result";
import type { ProposalRefusal } from "./send-proposal.server";

type Props = {
  /** Name under which the tab keeps its input: `article:12`. */
  about: string;
  initial: ProposalWords & { version: number; reason: string };
  refused: ProposalRefusal | undefined;
};

/** Form to propose a change of a text, with a reason. */
export function ProposalForm({ about, initial, refused }: Props) {
  const busy = useNavigation().formMethod === "POST";
  const form = useRef<HTMLFormElement>(null);
  const unsent = useUnsent(form);
  const typed = refused?.values;
  const { fields, notice } = useFormResult(form, refused, { busy, names: ["title", "content", "reason"] });
  return (
    <Form ref={form} method="post" className="form" noValidate data-unsent={`proposal:${about}`}>
      <UnsentNotice {...unsent} />
      <FormNotice notice={notice} />
      <input type="hidden" name="version" value={typed?.version ?? initial.version} />
      {initial.title === undefined ? null : (
        <TextField label="标题" name="title" defaultValue={typed?.title ?? initial.title} error={fields.title} />
      )}
      <TextArea
        label="正文"
        name="content"
        rows={16}
        help="直接在原文上改，作者看到的是改了哪些字。格式是 Markdown。"
        error={fields.content}
        defaultValue={typed?.content ?? initial.content}
      />
      <TextField
        label="修改的理由"
        name="reason"
        defaultValue={typed?.reason ?? initial.reason}
        error={fields.reason}
        help={`例如：第二段的年份写错了，最多 ${PROPOSAL_WORDS_MAX} 个字`}
      />
      <div className="actions">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "正在提交…" : "提交建议"}
        </Button>
      </div>
    </Form>
  );
}
