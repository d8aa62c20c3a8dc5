import { Suspense } from "react";
import { LinkButton } from "#app/components/ui/button";
import { LazyEditorForm } from "#app/features/write/lazy-editor-form";
import type { EditorSettings } from "#app/features/write/model/editor-settings.server";
import type { EditorValues } from "#app/features/write/model/editor-values";

/** An answer that is open for editing: its editor and what the form begins with. */
export type AnswerEditing = { settings: EditorSettings; initial: EditorValues };

/** One's own answer open for editing, where it stands. */
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
