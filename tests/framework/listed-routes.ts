import { runInNewContext } from "node:vm";

type Window = { __remixManifest?: { routes: Record<string, { module: string }> } };

/** Routes that a browser knows by a script of the build which lists them. */
export function listedRoutes(script: string): Record<string, { module: string }> {
  const window: Window = {};
  runInNewContext(script, { window });
  return window.__remixManifest?.routes ?? {};
}
