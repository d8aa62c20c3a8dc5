import type { Generated } from "kysely";

/** External accounts that log a person in, at most one per provider. */
export type IdentitiesTable = {
  provider: "wechat";
  /** Id at the provider: WeChat's unionid, or the openid if there is none. */
  subject: string;
  user_id: number;
  /** Nickname at the provider, shown to the owner. */
  nickname: string;
  /** URL of the picture there, offered to a new member; empty once it was stored here, or is too old. */
  picture: Generated<string>;
  created_at: string;
};
