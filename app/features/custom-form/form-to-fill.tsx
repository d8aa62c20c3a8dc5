import { Form, useNavigation } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import type { FormValues } from "#app/contract/content/form-rules";
import { useGuardedRequests } from "#app/features/network/use-guarded-requests";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import type { Refused } from "#app/forms/form-result";
import { IdempotencyKey } from "#app/forms/idempotency-field";
import { WriterField } from "#app/forms/writer-field";
import { ErrorSummary } from "./error-summary";
import { FormFieldView, type ShownField } from "./form-field";
import { useFormProblems } from "./use-form-problems";

/** Reason why a form was refused, with the submitted values and the idempotency key to reuse. */
export type FormRefusal = Refused<{ filled: FormValues; idempotencyKey: string | undefined }>;

type Props = {
  /** Id of the form. */
  id: number;
  fields: readonly ShownField[];
  refused: FormRefusal | undefined;
};

/**
 * A custom form. Without scripts the browser checks what attributes can express, and the server everything; with
 * scripts every rule is checked here with the server's messages.
 */
export function FormToFill({ id, fields, refused }: Props) {
  useGuardedRequests();
  const sending = useNavigation().formMethod === "POST";
  const { problems, given } = useFormProblems(fields, refused?.fields);
  const unsent = useUnsent(given.ref);
  const idempotencyKey = refused?.values.idempotencyKey ?? unsent.idempotencyKey;
  // Not `useFormResult`, because `useFormProblems` also reports problems before the form is sent.
  const general = refused && !sending && !Object.keys(refused.fields)[0] ? refused.message : null;
  return (
    <Form
      {...given}
      method="post"
      className="form"
      data-unsent={`form:${id}`}
      encType={fields.some(({ type }) => type === "file") ? "multipart/form-data" : undefined}
    >
      <WriterField notice={refused ?? null} />
      <IdempotencyKey key={idempotencyKey} value={idempotencyKey} />
      <UnsentNotice {...unsent} />
      {general ? <FlashMessage kind="error" message={general} /> : null}
      <ErrorSummary fields={fields} problems={problems} />
      {fields.map((field) => (
        <FormFieldView
          key={field.name}
          field={field}
          value={refused ? refused.values.filled?.[field.name] : field.value}
          error={problems[field.name]}
        />
      ))}
      <Button type="submit" variant="primary" size="large" busy={sending}>
        {sending ? "正在提交…" : "提交"}
      </Button>
    </Form>
  );
}
