/** Identifies this build; replaced by the bundler. */
declare const __BUILD_ID__: string;
