/** Identifies this build; replaced by the bundler. */
declare const __BUILD_ID__: string;

/** Replaced by the bundler: true in what the server runs, false in what browsers load. */
interface ImportMeta {
  readonly env: { readonly SSR: boolean };
}

/** Values that the scripts of a page share: see `sharedAmongScripts`. */
interface Window {
  shared?: Record<string, unknown>;
}

/** A module and what it imports as the text of one script: see scripts/inline-scripts.mjs. */
declare module "*?inline-script" {
  const text: string;
  export default text;
}
