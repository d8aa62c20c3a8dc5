import { useActionData } from "@remix-run/react";
import { FlashMessage } from "#app/components/ui/flash-message";
import { FieldDiff } from "#app/features/admin/fields/field-diff";
import { UndoDecision } from "#app/features/admin/undo-decision";
import type { FormResult } from "#app/forms/form-result";
import type { DecisionDetail } from "./respond-to-decisions.server";
import { useHouseRules } from "./use-house-rules";

type Result = FormResult<unknown, { rule?: string; note?: string; reason?: string }, never, DecisionDetail>;

/**
 * Outcome of a refused decision, outside its form: what was done on other items, with a form to undo that, and what was
 * changed in its item since that was seen.
 * @param gone whether that form is gone, since somebody else has decided: then also the refusal, and the typed reason
 */
export function DecisionRefused({ gone = false }: { gone?: boolean }) {
  const result = useActionData<Result>();
  const rules = useHouseRules();
  if (result?.status !== "refused") return null;
  const { rule, note, reason } = result.values;
  const { rest = null, changes = [] } = result.detail ?? {};
  const typed = [rules.find(({ key }) => key === rule)?.name, note, reason].filter(Boolean).join("。");
  return (
    <>
      {rest ? (
        <FlashMessage message={rest.message}>
          {rest.undo ? <UndoDecision key={rest.undo.log.join()} {...rest.undo} /> : null}
        </FlashMessage>
      ) : null}
      {changes.length > 0 ? (
        <details className="admin-panel" open>
          <summary>你看过之后改了什么</summary>
          <FieldDiff changes={changes} />
        </details>
      ) : null}
      {gone ? (
        <>
          <FlashMessage kind="error" message={result.message} />
          {typed ? <p className="admin-held__text">你写的原因：{typed}</p> : null}
        </>
      ) : null}
    </>
  );
}
