/** Identifies this build; replaced by the bundler. */
declare const __BUILD_ID__: string;

/** Replaced by the bundler: true in what the server runs, false in what browsers load. */
interface ImportMeta {
  readonly env: { readonly SSR: boolean };
}
