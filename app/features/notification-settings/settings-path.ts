/** Page with a member's notification settings. */
export const notificationSettingsPath = () => "/account/notifications";

/** Page to unsubscribe from messages of a sort. */
export const unsubscribePath = (token: string) => `/unsubscribe/${token}`;

/** Page that redirects to WeChat's to get the member's openid, and to which that returns. */
export const wechatMessagesPath = () => "/account/wechat-messages";
