import type { Generated } from "kysely";

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
};
