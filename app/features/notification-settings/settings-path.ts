/** Page where a member says of what they want to be told. */
export const notificationSettingsPath = () => "/account/notifications";
