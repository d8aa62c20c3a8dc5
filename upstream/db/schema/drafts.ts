/** Drafts of members' texts; browsers keep copies as well. */
export type DraftsTable = {
  user_id: number;
  /** Key of the text it belongs to, as in `draftTargets`: `question/new`, `question/12/answer`, `article/5`, `held/7`. */
  target: string;
  /** Version of the stored text that it is based on; 0 for a new text. */
  base_version: number;
  updated_at: string;
  /** JSON of the editor's fields, valid or not. */
  fields: string;
};
