import type { Generated } from "kysely";

/** 标签: free words on texts, each once in any spelling. */
export type TagsTable = {
  name: string;
  total: Generated<number>;
  /** No text carries it since then, and none gets it. */
  hidden_at: Generated<string | null>;
  /** The tag that is meant by this name; such a name is no tag, and is never what another stands for. */
  alias_of: Generated<string | null>;
  /** `nameKey` of a name that stands for another or is hidden: others that look the same go the same way. */
  ruled_key: Generated<string | null>;
};
