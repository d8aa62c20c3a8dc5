import { expect, test } from "vitest";
import { createPressure } from "#server/admission/pressure";
import { loggedLines } from "#tests/runner/console-errors";

const setUp = (waitMax = 1_000) => {
  const state = { now: 0, waited: 0 };
  const heard: Record<string, number> = {};
  const pressure = createPressure({
    waitMax,
    strangersWait: () => state.waited,
    clock: () => state.now,
    told: (key, times = 1) => {
      heard[key] = (heard[key] ?? 0) + times;
    },
  });
  pressure.leave();
  const pass = (seconds: number, each: () => void = () => {}) => {
    for (let n = 0; n < seconds * 2; n += 1) {
      state.now += 500;
      each();
      pressure.look();
    }
  };
  return { pressure, state, pass, heard };
};

test("begins when a visitor has waited too long, and ends after ten calm seconds", () => {
  const { pressure, state, pass } = setUp();
  state.waited = 999;
  expect(pressure.isOn()).toBe(false);
  state.waited = 1_000;
  expect(pressure.isOn()).toBe(true);
  pass(30);
  expect(pressure.isOn()).toBe(true);
  state.waited = 0;
  pass(9);
  expect(pressure.isOn()).toBe(true);
  pass(1);
  expect(pressure.isOn()).toBe(false);
  expect(loggedLines()).toMatchObject([
    { level: "warn", event: "pressure_began", waited: 1_000 },
    { level: "info", event: "pressure_ended", milliseconds: 40_000, putOff: 0 },
  ]);
});

test("continues while more are refused than served, even if nobody waits", () => {
  const { pressure, state, pass } = setUp();
  state.waited = 2_000;
  pressure.look();
  state.waited = 0;
  pass(60, () => {
    for (let n = 0; n < 100; n += 1) pressure.putOff();
    for (let n = 0; n < 20; n += 1) pressure.served();
  });
  expect(pressure.isOn()).toBe(true);
  pass(20, () => {
    pressure.putOff();
    for (let n = 0; n < 5; n += 1) pressure.served();
  });
  expect(pressure.isOn()).toBe(false);
  expect(loggedLines()).toMatchObject([{ event: "pressure_began" }, { event: "pressure_ended" }]);
});

test("logs its duration and the number refused, and nothing before that", () => {
  const { pressure, state, pass, heard } = setUp();
  pressure.putOff();
  pass(5);
  state.waited = 1_000;
  pressure.look();
  expect(heard).toEqual({});
  pass(12.5, () => pressure.putOff());
  expect(heard).toEqual({ "pressure.seconds": 12, "pressure.put-off": 25 });
  state.waited = 0;
  pass(60, () => pressure.served());
  expect(heard["pressure.seconds"]).toBe(22);
});

test("never begins if the operator turned it off", () => {
  const { pressure, state } = setUp(0);
  state.waited = 60_000;
  pressure.look();
  expect(pressure.isOn()).toBe(false);
});
