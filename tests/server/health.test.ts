import { expect, test } from "vitest";
import { createHealth } from "#runtime/health";

function setUp(answers: (() => Promise<boolean>)[]) {
  let now = 0;
  let asked = 0;
  const health = createHealth(
    () => {
      asked += 1;
      return (answers.shift() ?? (async () => true))();
    },
    () => now,
  );
  const status = async (path = "/readyz") => (await health.reply(path)).status;
  return { health, status, asked: () => asked, pass: (milliseconds: number) => (now += milliseconds) };
}

test("a thousand probes cause one check, and one more a second later", async () => {
  const { status, asked, pass } = setUp([]);
  const all = () => Promise.all(Array.from({ length: 1_000 }, () => status()));
  expect(new Set(await all())).toEqual(new Set([200]));
  expect(asked()).toBe(1);
  pass(999);
  await all();
  expect(asked()).toBe(1);
  pass(1);
  await all();
  expect(asked()).toBe(2);
});

test("a failing or negative check means not ready, and is repeated", async () => {
  const { status, pass } = setUp([async () => false, () => Promise.reject(new Error("no database"))]);
  expect(await status()).toBe(503);
  pass(1_000);
  expect(await status()).toBe(503);
  pass(1_000);
  expect(await status()).toBe(200);
});

test("a check that hangs means not ready after two seconds, and the process continues", async () => {
  const { status, asked } = setUp([() => new Promise(() => {})]);
  const [ready, again, healthy] = await Promise.all([status(), status(), status("/healthz")]);
  expect([ready, again, healthy]).toEqual([503, 503, 200]);
  expect(asked()).toBe(1);
});

test("a process that is shutting down is not ready, whatever the check says", async () => {
  const { health, status } = setUp([]);
  health.leave();
  expect([await status(), await status("/healthz")]).toEqual([503, 200]);
});
