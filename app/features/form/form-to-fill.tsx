import { Form, useNavigation } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { IdempotencyKey } from "#app/components/ui/idempotency-key";
import type { FormValues } from "#app/contract/form-rules";
import { useGuardedRequests } from "#app/features/network/use-guarded-requests";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import type { Refused } from "#app/forms/form-result";
import { ErrorSummary } from "./error-summary";
import { FormFieldView, type ShownField } from "./form-field";
import { useFormProblems } from "./use-form-problems";

/** Reason why a form was not taken, with what was filled in and the key that it is to be sent under again. */
export type FormRefusal = Refused<{ filled: FormValues; idempotencyKey: string | undefined }>;

type Props = {
  /** Of the form. */
  id: number;
  fields: readonly ShownField[];
  refused: FormRefusal | undefined;
};

/**
 * A form with the fields that its maker chose. Without scripts the browser checks what it can say as attributes, and
 * the server all; with them every rule is checked here, in the words of the server.
 */
export function FormToFill({ id, fields, refused }: Props) {
  useGuardedRequests();
  const sending = useNavigation().formMethod === "POST";
  const { problems, given } = useFormProblems(fields, refused?.fields);
  const unsent = useUnsent(given.ref);
  const idempotencyKey = refused?.values.idempotencyKey ?? unsent.idempotencyKey;
  // Not by `useFormResult`: `useFormProblems` tells what is wrong with the fields before the form is sent, too.
  const general = refused && !sending && !Object.keys(refused.fields)[0] ? refused.message : null;
  return (
    <Form
      {...given}
      method="post"
      className="form"
      data-unsent={`form:${id}`}
      encType={fields.some(({ type }) => type === "file") ? "multipart/form-data" : undefined}
    >
      <IdempotencyKey key={idempotencyKey} value={idempotencyKey} />
      <UnsentNotice {...unsent} />
      {general ? <FlashMessage kind="error" message={general} /> : null}
      <ErrorSummary fields={fields} problems={problems} />
      {fields.map((field) => (
        <FormFieldView
          key={field.name}
          field={field}
          value={refused?.values.filled?.[field.name]}
          error={problems[field.name]}
        />
      ))}
      <Button type="submit" variant="primary" size="large" disabled={sending}>
        {sending ? "正在提交…" : "提交"}
      </Button>
    </Form>
  );
}
