import type { Generated } from "kysely";

/** Accounts elsewhere that log a person in: one of each provider. */
export type IdentitiesTable = {
  provider: "wechat";
  /** Id of the person at the provider: WeChat's unionid, or the openid without one. */
  subject: string;
  user_id: number;
  /** The name there, for the owner to recognise. */
  nickname: string;
  /** Address of the picture there, which a new member is offered; empty once it is kept, or too old. */
  picture: Generated<string>;
  created_at: string;
};
