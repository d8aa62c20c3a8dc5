import { format } from "node:util";
import { SERVER_EVENTS } from "#log/server-events";

/** A line of the web server's log. */
type Line = { level: string; message: string; event: string } & Record<string, unknown>;

const written: string[] = [];
let lines: Line[] = [];
let expected: RegExp[] = [];

// Errors logged by our code or React fail the test that caused them (see setup.ts).
console.error = (...parts: unknown[]) => {
  written.push(format(...parts));
};

// Errors logged by the web server do, too; its other lines are kept for tests that read them.
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

/** Lines logged by the web server since the test began. */
export const loggedLines = (): readonly Line[] => lines;

/** Declares errors that this test causes on purpose. Each must be logged before the test ends. */
export function announceErrors(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

/** Returns unannounced errors, and announced ones that were not logged; resets both. */
export function takeUnannounced(): string[] {
  const surprises = written.filter((line) => !expected.some((pattern) => pattern.test(line)));
  const missing = expected.filter((pattern) => !written.some((line) => pattern.test(line)));
  written.length = 0;
  lines = [];
  expected = [];
  return [...surprises, ...missing.map((pattern) => `(announced, but not logged) ${pattern}`)];
}
