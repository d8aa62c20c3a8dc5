/** Widths in pixels in which the object store serves resized pictures; pages request only these. */
export const PICTURE_WIDTHS = [40, 80, 120, 160, 240, 320, 480, 640, 960, 1280, 1920] as const;
