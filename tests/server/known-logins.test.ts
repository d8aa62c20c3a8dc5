import { expect, test } from "vitest";
import { createKnownLogins } from "#server/admission/known-logins";

function setUp() {
  const clock = { now: 0 };
  const asked: string[] = [];
  const logins = createKnownLogins({
    clock: () => clock.now,
    ask: async (token) => {
      asked.push(token);
      if (token === "unheard") throw new Error("the upstream is away");
      return token === "good";
    },
  });
  return { logins, clock, asked, of: (token: string) => logins.of(token, "203.0.113.7") };
}

test("a valid session is checked once in ten minutes, an invalid one once a minute, and a malformed token never", async () => {
  const { of, asked, clock } = setUp();
  const [one, two] = await Promise.all([of("good"), of("good")]);
  expect(one).toMatch(/^[\w-]{22}$/);
  expect(two).toBe(one);
  expect(await of("bad")).toBeNull();
  expect(await of("bad")).toBeNull();
  expect(asked).toEqual(["good", "bad"]);
  clock.now += 61_000;
  await Promise.all([of("good"), of("bad")]);
  expect(asked.slice(2)).toEqual(["bad"]);
  clock.now += 600_000;
  expect(await of("good")).toBe(one);
  expect(asked.slice(3)).toEqual(["good"]);
});

test("a caller that need not know at once does not wait for the check", async () => {
  const { of, asked, logins } = setUp();
  expect(logins.known("good", "203.0.113.7")).toBeUndefined();
  const login = await of("good");
  expect(logins.known("good", "203.0.113.7")).toBe(login);
  await of("bad");
  expect(logins.known("bad", "203.0.113.7")).toBeNull();
  expect(asked).toEqual(["good", "bad"]);
});

test("a failed check counts as no session, and is repeated", async () => {
  const { of, asked } = setUp();
  expect(await of("unheard")).toBeNull();
  expect(await of("unheard")).toBeNull();
  expect(asked).toHaveLength(2);
});

test("at most twenty made-up tokens are checked at once", async () => {
  let asked = 0;
  const logins = createKnownLogins({
    ask: () => {
      asked += 1;
      return new Promise(() => {});
    },
  });
  const found = Array.from({ length: 50 }, (_, n) => logins.of(`made up ${n}`, "203.0.113.7"));
  expect(await Promise.race(found.slice(20))).toBeNull();
  expect(asked).toBe(20);
});
