import type { AppLoadContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { endAtNext } from "#app/server/request-scope.server";

test("a page is valid to the first time at which it changes, and past ones do not count", () => {
  const context: AppLoadContext = { now: new Date("2026-11-27T08:00:00Z") };
  endAtNext(context, [null, "2026-11-27T07:59:59Z", "2026-11-27T08:00:00Z"]);
  expect(context.until).toBeUndefined();
  endAtNext(context, ["2026-11-27T09:00:00Z", "2026-11-27T08:00:20Z"]);
  expect(context.until).toBe(Date.parse("2026-11-27T08:00:20Z"));
  endAtNext(context, ["2026-11-27T08:30:00Z"]);
  expect(context.until).toBe(Date.parse("2026-11-27T08:00:20Z"));
});
