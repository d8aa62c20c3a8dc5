import { expect, test } from "vitest";
import { owned } from "#tests/server/run-program";
import { production } from "./production";
import { cleanUp, newFolder, run, start } from "./run";

const UPSTREAM = ["dist/upstream.js"];
const CALL = "/api/content/list";

cleanUp();

test("a separate upstream replies to the app that knows its secret, and to nobody else", async () => {
  const settings = await owned(production(newFolder()));
  const UPSTREAM_API_URL = await start(UPSTREAM, settings).ready();
  const asked = async (headers: Record<string, string>) =>
    (await fetch(UPSTREAM_API_URL + CALL, { headers: { "x-client-ip": "192.0.2.1", ...headers } })).status;

  expect(await asked({})).toBe(403);
  expect(await asked({ "x-upstream-secret": "t".repeat(32) })).toBe(403);
  expect(await asked({ "x-upstream-secret": settings.UPSTREAM_SHARED_SECRET })).toBe(200);
  expect((await fetch(`${UPSTREAM_API_URL}/oss/none.webp`)).status).toBe(403);
  expect((await fetch(`${UPSTREAM_API_URL}/readyz`)).status).toBe(200);

  const app = { ...settings, UPSTREAM_API_URL, DATA_DIR: newFolder() };
  const knowing = await start(["dist/server.js"], app).ready();
  expect((await fetch(knowing)).status).toBe(200);
  expect((await fetch(`${knowing}/oss/content/import/none.webp`)).status).toBe(404);
  const stranger = await start(["dist/server.js"], { ...app, UPSTREAM_SHARED_SECRET: "t".repeat(32) }).ready();
  expect((await fetch(stranger)).status).toBe(503);
});

test.each([
  ["production", { UPSTREAM_SHARED_SECRET: "" }, /^UPSTREAM_SHARED_SECRET: 单独运行的上游要设置它/],
  [
    "other machines",
    { APP_MODE: "demo", UPSTREAM_SHARED_SECRET: "", UPSTREAM_HOST: "0.0.0.0" },
    /单独运行的上游要设置它/,
  ],
  ["a short one", { UPSTREAM_SHARED_SECRET: "short" }, /^UPSTREAM_SHARED_SECRET: 至少要 32 个字符/],
])("a separate upstream does not start without a secret: %s", async (_, wrong, message) => {
  const { code, output } = await run(UPSTREAM, { ...production(newFolder()), ...wrong });
  expect(code).toBe(1);
  expect(output).toMatch(message);
});
