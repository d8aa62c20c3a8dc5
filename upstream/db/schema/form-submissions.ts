import type { Generated } from "kysely";
import type { SubmissionState } from "#app/contract/admin/content/submission-states";

/** 答卷: submissions of forms. */
export type FormSubmissionsTable = {
  id: Generated<number>;
  form_id: number;
  /** The logged-in member, if any. */
  user_id: number | null;
  /** The person, if the form accepts one submission per person; else null. Unique per form. */
  once_by: number | null;
  created_at: string;
  /** JSON: values by field name; of file fields, object keys. */
  answers: string;
  /** Version of the form that was filled in, from 0. */
  form_version: Generated<number>;
  /** Processing state, set by staff. */
  state: Generated<SubmissionState>;
  /** Internal note of staff. */
  staff_note: Generated<string>;
  deleted_at: string | null;
};
