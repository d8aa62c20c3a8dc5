/** Vite's build of the app, `build/server/index.js`; scripts/programs.mjs tells programs where it is. */
declare module "virtual:built-app" {
  const build: import("@remix-run/server-runtime").ServerBuild;
  export = build;
}
