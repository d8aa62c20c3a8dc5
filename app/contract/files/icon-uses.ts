/** Uses of the site's icon: browser tabs, home screens of iPhones and others, and adaptive icons that are cropped. */
export const ICON_USES = ["favicon", "touch", "192", "512", "maskable"] as const;
export type IconUse = (typeof ICON_USES)[number];
