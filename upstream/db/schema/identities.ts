/** Accounts elsewhere that log a person in: one of each provider. */
export type IdentitiesTable = {
  provider: "wechat";
  /** Id of the person at the provider: WeChat's unionid, or the openid without one. */
  subject: string;
  user_id: number;
  /** The name there, for the owner to recognise. */
  nickname: string;
  created_at: string;
};
