import type { Generated } from "kysely";
import type { SubmissionState } from "#app/contract/admin/submission-states";

/** 答卷: what people sent in of a form. */
export type FormSubmissionsTable = {
  id: Generated<number>;
  form_id: number;
  /** Member who was logged in, if anybody. */
  user_id: number | null;
  /** The person, where the form takes one answer of each; else null. Unique with the form. */
  once_by: number | null;
  created_at: string;
  /** JSON: values by field name; of file fields, object keys. */
  answers: string;
  /** Version of the form that was filled in; 0 for the first. */
  form_version: Generated<number>;
  /** State in which staff put it. */
  state: Generated<SubmissionState>;
  /** Note of staff among themselves. */
  staff_note: Generated<string>;
  deleted_at: string | null;
};
