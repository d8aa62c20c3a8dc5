import { Suspense } from "react";
import { LazyEditorForm } from "#app/features/write/lazy-editor-form";
import type { EditorSettings } from "#app/features/write/model/editor-settings.server";
import type { EditorValues } from "#app/features/write/model/editor-values";

/** Id of the answer form's box. */
export const ANSWER_BOX = "write-answer";

type Props = { settings: EditorSettings; initial: EditorValues };

/** Editor for a member's answer, below the other answers. */
export function AnswerBox(props: Props) {
  return (
    <section className="card answer-box" id={ANSWER_BOX} aria-labelledby={`${ANSWER_BOX}-title`}>
      <h2 className="answers__title" id={`${ANSWER_BOX}-title`}>
        写回答
      </h2>
      <Suspense fallback={null}>
        <LazyEditorForm {...props} />
      </Suspense>
    </section>
  );
}
