import type { ServerArgs } from "#app/server/server-args.server";
import type { EditorEcho, EditorResult, EditorStep } from "./model/editor-result";
import type { EditorTarget } from "./model/editor-target.server";

/** A form that an editor sent, and for what. */
export type SentEditor = {
  args: ServerArgs;
  target: EditorTarget;
  form: FormData;
  values: EditorEcho;
};

/** The form comes back for the step after it. */
export const stepOf = (step: EditorStep, values: EditorEcho): EditorResult => ({ status: "step", step, values });
