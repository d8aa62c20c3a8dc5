import { format } from "node:util";

const written: string[] = [];
let expected: RegExp[] = [];

// Whoever calls it, our code or React, something is wrong: the test that caused it fails (see setup.ts).
console.error = (...parts: unknown[]) => {
  written.push(format(...parts));
};

/** This test makes an error that is to be logged. It lasts until the test ends, and must be logged by then. */
export function announceErrors(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

/** What was logged without being announced, and what was announced but not logged; forgets both. */
export function takeUnannounced(): string[] {
  const surprises = written.filter((line) => !expected.some((pattern) => pattern.test(line)));
  const missing = expected.filter((pattern) => !written.some((line) => pattern.test(line)));
  written.length = 0;
  expected = [];
  return [...surprises, ...missing.map((pattern) => `(announced, but not logged) ${pattern}`)];
}
