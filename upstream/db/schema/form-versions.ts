/** Earlier fields of a form. */
export type FormVersionsTable = {
  form_id: number;
  /** The form had these fields until the next version. */
  version: number;
  /** JSON: the contract's `FormField[]`. */
  fields: string;
};
