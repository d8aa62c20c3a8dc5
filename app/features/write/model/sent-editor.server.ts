import type { ServerArgs } from "#app/server/server-args.server";
import type { EditorEcho, EditorResult, EditorStep } from "./editor-result";
import type { EditorTarget } from "./editor-target.server";

/** A submitted editor form with its target. */
export type SentEditor = {
  args: ServerArgs;
  target: EditorTarget;
  form: FormData;
  values: EditorEcho;
};

/** Result that shows the form again for a next step. */
export const stepOf = (step: EditorStep, values: EditorEcho): EditorResult => ({ status: "step", step, values });
