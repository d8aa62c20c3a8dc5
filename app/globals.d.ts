/** Identifies this build; replaced by the bundler. */
declare const __BUILD_ID__: string;

/** Replaced by the bundler: true on the server, false in browsers. */
interface ImportMeta {
  readonly env: { readonly SSR: boolean };
}

/** Values shared by a page's scripts: see `sharedAmongScripts`. */
interface Window {
  shared?: Record<string, unknown>;
}

/** A module with its imports as the text of one script: see scripts/inline-scripts.mjs. */
declare module "*?inline-script" {
  const text: string;
  export default text;
}
