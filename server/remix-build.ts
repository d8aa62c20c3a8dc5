import type { Server } from "node:http";
import type { ServerBuild } from "@remix-run/server-runtime";
import type { Connect } from "vite";
import type { AppEnv } from "#app/server/env.server";
import { type AppHandler, createAppHandler } from "./app-handler";

type Remix = {
  handle: AppHandler;
  /** Serves modules and hot updates in development; null in production. */
  middleware: Connect.Server | null;
  /** Disconnects browsers that wait for hot updates; development needs no graceful shutdown. */
  close: () => Promise<void>;
};

type Options = { development: boolean; server: Server; settings: AppEnv };

/** Loads the built app with its settings; in development, the app as Vite serves it, with changes applied. */
export async function loadRemix({ development, server, settings }: Options): Promise<Remix> {
  if (!development) {
    const build = await import("virtual:built-app");
    return { handle: createAppHandler(build, "production", settings), middleware: null, close: async () => {} };
  }
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: "custom" });
  return {
    middleware: vite.middlewares,
    close() {
      server.closeAllConnections();
      return vite.close();
    },
    async handle(request, context) {
      const build = (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
      return createAppHandler(build, "development", settings)(request, context);
    },
  };
}
