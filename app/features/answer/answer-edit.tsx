import { Suspense } from "react";
import { LinkButton } from "#app/components/ui/button";
import { LazyEditorForm } from "#app/features/write/lazy-editor-form";
import type { EditorSettings } from "#app/features/write/model/editor-settings.server";
import type { EditorValues } from "#app/features/write/model/editor-values";

/** An answer opened for editing: its editor's settings and initial values. */
export type AnswerEditing = { settings: EditorSettings; initial: EditorValues };

/** The reader's own answer, opened for editing in place. */
export function AnswerEdit({ settings, initial, back }: AnswerEditing & { back: string }) {
  return (
    <Suspense fallback={null}>
      <LazyEditorForm settings={settings} initial={initial}>
        <LinkButton to={back} variant="quiet">
          取消
        </LinkButton>
      </LazyEditorForm>
    </Suspense>
  );
}
