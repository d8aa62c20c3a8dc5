/** Vite's build of the app, `build/server/index.js`; scripts/programs.mjs says where programs find it. */
declare module "virtual:built-app" {
  const build: import("@remix-run/server-runtime").ServerBuild;
  export = build;
}
