import { expect, test } from "vitest";
import { production } from "./production";
import { cleanUp, newFolder, start } from "./run";

cleanUp();

/** Preloaded into the program: this signal causes an unhandled rejection. */
const FORGETS = 'process.on("SIGUSR2", () => void Promise.reject(new Error("forgotten, of 13800000001")))';

test.each(["dist/server.js", "dist/upstream.js"])(
  "a rejection that %s did not handle is logged; the process continues, and exits cleanly",
  async (program) => {
    const command = ["--import", `data:text/javascript,${encodeURIComponent(FORGETS)}`, program];
    const running = start(command, { ...production(newFolder()), LOG_LEVEL: "error" });
    const { child, output, ended, ready } = running;
    const url = await ready();
    const lines = () => output().split("\n");
    const events = () => lines().filter((line) => line.includes("unhandled_rejection"));
    child.kill("SIGUSR2");
    await Promise.race([expect.poll(() => events().length).toBe(1), ended]);
    const [line = "no event"] = events();
    expect(JSON.parse(line)).toMatchObject({
      level: "error",
      event: "unhandled_rejection",
      error: expect.stringContaining("Error: forgotten, of 138****0001"),
    });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  },
);
