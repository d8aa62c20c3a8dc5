import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** These run the built app: it is built first if it is stale. */
const BUILT = ["tests/routes/**/*.test.ts", "tests/server/**/*.test.ts", "tests/programs/**/*.test.ts"];

export default defineConfig({
  resolve: {
    alias: { "#app": folder("app"), "#upstream": folder("upstream"), "#tests": folder("tests") },
  },
  define: { __BUILD_ID__: JSON.stringify("test") },
  test: {
    testTimeout: 20_000,
    // Tests of processes and sockets share two cores with the browser there.
    retry: process.env.CI ? 2 : 0,
    hookTimeout: 20_000,
    environment: "node",
    setupFiles: ["tests/setup.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
          exclude: ["tests/e2e/**", "node_modules/**", ...BUILT],
        },
      },
      {
        extends: true,
        test: {
          name: "built",
          include: BUILT,
          globalSetup: ["tests/build.ts"],
          // The build is run as it is, by Node itself.
          server: { deps: { external: [/\/build\/server\//] } },
        },
      },
    ],
  },
});
