import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isWorthAnotherRun, readPlaywright, readVitest, tellFlaky } from "../../scripts/test-results.mjs";

const folder = mkdtempSync(join(tmpdir(), "shequ-results-"));
afterAll(() => rmSync(folder, { recursive: true }));

function reported(report: object): string {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify(report));
  return file;
}

/** vitest's report of a file with passed and failed tests, by name. */
const vitestFile = (name: string, tests: Record<string, "passed" | "failed">, status = "failed") => ({
  name,
  status,
  message: "of the file",
  assertionResults: Object.entries(tests).map(([fullName, status]) => ({
    fullName,
    status,
    failureMessages: status === "failed" ? ["\u001b[31mexpected 1\u001b[0m\nat a line"] : [],
  })),
});
const vitest = (passed: number, ...testResults: object[]) =>
  readVitest("vitest", reported({ numPassedTests: passed, testResults }));

test("every failed test in vitest's report is named with its reason, and so is a file without tests", () => {
  const { passed, failures } = vitest(
    1,
    vitestFile("/a.test.ts", { "a one": "passed", "a two": "failed" }),
    vitestFile("/b.test.ts", {}),
    vitestFile("/c.test.ts", {}, "passed"),
  );
  expect(passed).toBe(1);
  expect(failures).toEqual([
    { name: "vitest: /a.test.ts: a two", file: "/a.test.ts", why: "\n    expected 1\n    at a line" },
    { name: "vitest: /b.test.ts", file: "/b.test.ts", whole: true, why: "\n    of the file" },
  ]);
});

test("an error that no test awaited is a failure of the file running then, even if all its tests passed", () => {
  const errors = [{ name: "Error", message: "too late", stack: "Error: too late", VITEST_TEST_PATH: "/a.test.ts" }];
  writeFileSync(join(folder, "report.unawaited.json"), JSON.stringify(errors));
  const { failures } = vitest(1, vitestFile("/a.test.ts", { "a one": "passed" }, "passed"));
  rmSync(join(folder, "report.unawaited.json"));
  expect(failures).toEqual([
    {
      name: "vitest: /a.test.ts: an error that no test awaited",
      file: "/a.test.ts",
      outside: true,
      why: "\n    Error: too late",
    },
  ]);
  // It is flaky if it occurs only once, and not a passed test.
  expect(tellFlaky({ passed: 1, failures }, { passed: 1, failures: [] })).toMatchObject({ passed: 1, flaky: failures });
});

test("every failed test in Playwright's report is named with its place and browser", () => {
  const inBrowser = (projectName: string, fails: boolean) => ({
    projectName,
    status: fails ? "unexpected" : "expected",
    results: [{ errors: fails ? [{ message: "too late" }] : [] }],
  });
  // As in Playwright's report: `ok` of one test in three browsers is that of the first.
  const spec = (title: string, ...failsIn: string[]) => ({
    title,
    file: "login.spec.ts",
    ok: !failsIn.includes("chromium"),
    tests: ["chromium", "firefox", "webkit"].map((name) => inBrowser(name, failsIn.includes(name))),
  });
  const inner = { title: "on phones", specs: [spec("a code", "firefox", "webkit")] };
  const suites = [
    { title: "login.spec.ts", specs: [spec("a password"), spec("a passkey", "chromium")], suites: [inner] },
  ];
  const failure = (name: string) => ({ name, file: "login.spec.ts", why: "\n    too late" });
  expect(readPlaywright(reported({ stats: { expected: 1 }, suites }))).toEqual({
    passed: 1,
    failures: [
      failure("login.spec.ts: a passkey [chromium]"),
      failure("login.spec.ts: on phones: a code [firefox]"),
      failure("login.spec.ts: on phones: a code [webkit]"),
    ],
  });
});

test("a failure in a browser shows the page on which it happened", () => {
  const path = join(folder, "error-context.md");
  const page = ["- banner:", "  - link", "- main:", '  - link "登录":', "    - /url: /login", "- contentinfo:"];
  writeFileSync(path, `# Error details\n\n\`\`\`yaml\n${page.join("\n")}\n\`\`\`\n\n# Test source\n`);
  const results = [{ errors: [{ message: "too late" }], attachments: [{ name: "error-context", path }] }];
  const tests = [{ projectName: "pages", status: "unexpected", results }];
  const suites = [{ title: "login.spec.ts", specs: [{ title: "a code", file: "login.spec.ts", tests }] }];
  const { failures } = readPlaywright(reported({ stats: { expected: 0 }, suites }));
  expect(failures.map(({ why }) => why)).toEqual(['\n    too late\n    - main:\n      - link "登录":']);
});

test("a test that fails once is flaky, one that fails again is broken", () => {
  const first = vitest(7, vitestFile("/a.test.ts", { one: "failed", two: "failed" }));
  const again = vitest(1, vitestFile("/a.test.ts", { one: "passed", two: "failed" }));
  const { passed, broken, flaky } = tellFlaky(first, again);
  expect([passed, broken.map(({ name }) => name), flaky.map(({ name }) => name)]).toEqual([
    8,
    ["vitest: /a.test.ts: two"],
    ["vitest: /a.test.ts: one"],
  ]);
});

test("a test that could not be run again is broken", () => {
  const first = vitest(7, vitestFile("/a.test.ts", { one: "failed" }));
  expect(tellFlaky(first, vitest(0, vitestFile("/a.test.ts", {}))).flaky).toEqual([]);
  expect(tellFlaky(first, readVitest("vitest", join(folder, "none.json"))).flaky).toEqual([]);
});

test("nothing is run again if all passed, if many failed, or if no file is known", () => {
  const failed = (tests: number) =>
    vitest(
      0,
      vitestFile("/a.test.ts", Object.fromEntries(Array.from({ length: tests }, (_, n) => [`test ${n}`, "failed"]))),
    );
  expect(isWorthAnotherRun({ passed: 1, failures: [] })).toBe(false);
  expect(isWorthAnotherRun(failed(20))).toBe(true);
  expect(isWorthAnotherRun(failed(21))).toBe(false);
  expect(isWorthAnotherRun(readVitest("vitest", join(folder, "none.json")))).toBe(false);
});
