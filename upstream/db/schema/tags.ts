import type { Generated } from "kysely";

/** 标签: free-form tags, each once in any spelling. */
export type TagsTable = {
  name: string;
  total: Generated<number>;
  /** Since then no text carries it, and none can get it. */
  hidden_at: Generated<string | null>;
  /** The tag that this synonym stands for. A synonym is not a tag itself, and no synonym's target. */
  alias_of: Generated<string | null>;
  /** `nameKey` of a synonym or hidden tag: spellings that look the same are treated alike. */
  ruled_key: Generated<string | null>;
};
