/** Drafts of what members write, kept beside the copies in their browsers. */
export type DraftsTable = {
  user_id: number;
  /**
   * Text that it is of: `question/new`, `article/new`, `question/12/answer`, `question/12`, `answer/3`, `article/5`,
   * `held/7`.
   */
  target: string;
  /** The version of the stored text that it started from; 0 for something new. */
  base_version: number;
  updated_at: string;
  /** JSON: the fields of the editor, whole or not. */
  fields: string;
};
