/** Uses of the site's icon: browsers' tabs, the home screens of iPhones and of others, those that cut it to a shape of theirs. */
export const ICON_USES = ["favicon", "touch", "192", "512", "maskable"] as const;
export type IconUse = (typeof ICON_USES)[number];
