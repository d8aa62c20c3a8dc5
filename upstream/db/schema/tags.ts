import type { Generated } from "kysely";

/** 标签: free-form tags, each once in any spelling. */
export type TagsTable = {
  name: string;
  total: Generated<number>;
  /** Time since which no text has the tag, and none can get it; null if it is visible. */
  hidden_at: Generated<string | null>;
  /** The tag that this synonym stands for. A synonym is not a tag itself, and no synonym's target. */
  alias_of: Generated<string | null>;
  /** `nameKey` of a synonym or hidden tag: spellings that look the same are treated alike. */
  ruled_key: Generated<string | null>;
};
