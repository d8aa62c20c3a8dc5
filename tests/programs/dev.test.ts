import { expect, test } from "vitest";
import { owned } from "#tests/server/run-program";
import { production } from "./production";
import { cleanUp, newFolder, start } from "./run";

cleanUp();

/** Milliseconds: Vite scans the dependencies before the first page. */
const COLD = 120_000;

/** Dependency modules that a browser would load, starting from these. */
async function sourcesFrom(url: string, paths: string[]): Promise<string> {
  const seen = new Set(paths.map((path) => new URL(path, url).href));
  let text = "";
  for (const module of seen) {
    const source = await (await fetch(module)).text();
    text += source;
    for (const [, path = ""] of source.matchAll(/(?:from|import) ?"([^"]*(?:\/deps\/|chunk-)[^"]*)"/g))
      seen.add(new URL(path, module).href);
  }
  return text;
}

test(
  "npm run dev serves pages whose modules Vite compiles on request, and exits when told to",
  async () => {
    const program = start(["scripts/dev.mjs"], await owned(production(newFolder())));
    const url = await program.ready();
    const page = await fetch(`${url}/question`);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-security-policy")).toMatch(/connect-src [^;]*ws:/);
    const modules = [...(await page.text()).matchAll(/"(\/[^"]*(?:inject-hmr-runtime|entry\.client\.tsx)[^"]*)"/g)];
    expect(modules.length).toBeGreaterThan(1);
    for (const [, path] of modules) {
      const module = await fetch(url + path);
      expect(module.status, path).toBe(200);
      expect(module.headers.get("content-type")).toContain("javascript");
    }
    // As in the build, a refused form leaves its page unchanged (framework/patches/correctness.mjs).
    expect(
      await sourcesFrom(
        url,
        modules.map(([, path = ""]) => path),
      ),
    ).toContain("!window.__remixHdrActive && !matches.some((m) => m.shouldLoad)");
    program.child.kill("SIGINT");
    expect(await program.ended).toBe(0);
    expect(program.output()).not.toMatch(/error/i);
  },
  COLD,
);
