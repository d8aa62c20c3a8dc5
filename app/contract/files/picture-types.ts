/** Content types of the pictures that anybody may upload. */
export const PICTURE_TYPES: readonly string[] = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"];
/** Value of `accept` of a file field for pictures. */
export const PICTURE_ACCEPT = PICTURE_TYPES.join(",");
/** Names of the types, for messages. */
export const PICTURE_NAMES = "JPG、PNG、WebP、GIF 或 AVIF";
