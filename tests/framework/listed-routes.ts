import { runInNewContext } from "node:vm";

type Window = { __remixManifest?: { routes: Record<string, { module: string }> } };

/** Routes in the manifest script of the browser's build. */
export function listedRoutes(script: string): Record<string, { module: string }> {
  const window: Window = {};
  runInNewContext(script, { window });
  return window.__remixManifest?.routes ?? {};
}
