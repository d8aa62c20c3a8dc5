/** Pixels: the widths in which pictures of the object store are made over; pages ask for these. */
export const PICTURE_WIDTHS = [40, 80, 120, 160, 240, 320, 480, 640, 960, 1280, 1920] as const;
