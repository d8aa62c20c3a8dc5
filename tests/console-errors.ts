import { format } from "node:util";
import { SERVER_EVENTS } from "#log/server-events";

/** A line of the web server's own log. */
type Line = { level: string; message: string; event: string } & Record<string, unknown>;

const written: string[] = [];
let lines: Line[] = [];
let expected: RegExp[] = [];

// Whoever calls it, our code or React, something is wrong: the test that caused it fails (see setup.ts).
console.error = (...parts: unknown[]) => {
  written.push(format(...parts));
};

// What the web server logs as an error is one, too; its other lines are kept for the test that asks for them.
const write = process.stderr.write.bind(process.stderr);
process.stderr.write = ((...given: Parameters<typeof write>) => {
  const line = lineOf(given[0]);
  if (!line) return write(...given);
  lines.push(line);
  if (line.level === "error") written.push(JSON.stringify(line));
  return true;
}) as typeof process.stderr.write;

function lineOf(chunk: unknown): Line | null {
  if (typeof chunk !== "string" || !chunk.startsWith('{"time":')) return null;
  const line = JSON.parse(chunk) as Line;
  return line.event in SERVER_EVENTS ? line : null;
}

/** What the web server has logged since the test began. */
export const loggedLines = (): readonly Line[] => lines;

/** This test makes an error that is to be logged. It lasts until the test ends, and must be logged by then. */
export function announceErrors(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

/** What was logged without being announced, and what was announced but not logged; forgets both. */
export function takeUnannounced(): string[] {
  const surprises = written.filter((line) => !expected.some((pattern) => pattern.test(line)));
  const missing = expected.filter((pattern) => !written.some((line) => pattern.test(line)));
  written.length = 0;
  lines = [];
  expected = [];
  return [...surprises, ...missing.map((pattern) => `(announced, but not logged) ${pattern}`)];
}
