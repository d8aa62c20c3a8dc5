/** Fields that a form had before it was changed. */
export type FormVersionsTable = {
  form_id: number;
  /** The form had these fields until it got the version after this one. */
  version: number;
  /** JSON: the contract's `FormField[]`. */
  fields: string;
};
