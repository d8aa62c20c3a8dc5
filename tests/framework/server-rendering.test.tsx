import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createElement, createRef, forwardRef } from "react";
import * as own from "react/jsx-runtime";
import { expect, test } from "vitest";
import * as ours from "#framework/server/jsx-runtime";
import { outcome, patched, stock } from "./react-renderer";

const NAMES =
  "className id title href src style value defaultValue checked defaultChecked disabled hidden open download multiple" +
  " cols rows tabIndex htmlFor srcSet viewBox strokeWidth xlinkHref charSet httpEquiv autoFocus contentEditable dateTime" +
  " data-x aria-hidden aria-label popovertarget fetchpriority onClick onclick on suppressHydrationWarning innerHTML" +
  " children x-y bad<name é is spellCheck acceptCharset formAction constructor toString __proto__x";
const VALUES = [
  ...["", "x", "1", "中文", "a\"b'c<d>&", "javascript:alert(1)", "true"],
  ...[true, false, null, undefined, 0, -1, Number.NaN, () => {}, Symbol("x")],
];

test.each(NAMES.split(" "))("attribute %s is rendered as by React, with every kind of value", (name) => {
  for (const type of ["div", "input", "svg", "option", "x-own"]) {
    for (const value of VALUES) {
      const element = createElement(type, { lang: "zh", [name]: value, dir: "ltr" });
      expect(outcome(patched, element)).toBe(outcome(stock, element));
    }
  }
});

const Greeting = forwardRef<HTMLElement, { name: string }>(({ name }, ref) => <b ref={ref}>{name}</b>);

test.each([
  ["an element", "p", { className: "x", children: "text" }, undefined],
  ["one with several children", "p", { children: ["a", 1, null, false] }, undefined],
  ["a keyed one", "p", { id: "x" }, 5],
  ["one with an empty key", "p", {}, ""],
  ["one with a ref", "p", { ref: createRef(), id: "x" }, undefined],
  ["one whose ref is null", "p", { ref: null, id: "x" }, "k"],
  ["a component with a ref", Greeting, { ref: createRef(), name: "x" }, undefined],
  ["a fragment", own.Fragment, { children: "text" }, undefined],
] as const)("%s is created as by React", (_, type, props, key) => {
  const args = [type, props, key] as unknown as Parameters<typeof ours.jsx>;
  const [made, expected] = [ours.jsx(...args), own.jsx(...(args as Parameters<typeof own.jsx>))];
  // React's development build adds properties for its warnings.
  for (const name of ["$$typeof", "type", "key", "props", "ref"] as const) {
    expect(Reflect.get(made, name)).toEqual(Reflect.get(expected, name));
  }
  expect(stock.renderToString(made)).toBe(stock.renderToString(expected));
});

test("props are not copied", () => {
  const props = { id: "x" };
  expect(ours.jsx("p", props as object).props).toBe(props);
});

test("no component has default props, which only React's own function adds", () => {
  const files = ["app", "framework"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  const sources = files.filter((file) => file.endsWith(".tsx")).map((file) => readFileSync(file, "utf8"));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((source) => source.includes(".defaultProps"))).toEqual([]);
});
