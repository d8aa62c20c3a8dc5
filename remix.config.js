/** @type {import("@remix-run/dev").VitePluginConfig} */
export default {
  appDirectory: "app",
  buildDirectory: "build",
  serverModuleFormat: "esm",
  ssr: true,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    // Off, because `/__manifest` would reveal every route, and matching a long path there blocks the process.
    v3_lazyRouteDiscovery: false,
    v3_routeConfig: true,
    // For development only: bundles dependencies before the first visit.
    unstable_optimizeDeps: true,
  },
};
