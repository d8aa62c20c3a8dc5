/** Member as the official account knows them: for one that is no longer the site's, the openid is worth nothing. */
export type WechatReceiversTable = {
  user_id: number;
  app_id: string;
  openid: string;
  kept_at: string;
  /** Time at which WeChat said that they don't follow the account, or that it knows no such person; null while messages go out. */
  stopped_at: string | null;
};
