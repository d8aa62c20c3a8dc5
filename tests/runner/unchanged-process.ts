import { afterAll } from "vitest";

const before = { ...process.env };
/** Environment variables set by sharp's library when it is loaded. */
const OTHERS = new Set(["VIPSHOME"]);

// If test files share a process, an environment variable set by one would affect the others.
afterAll(() => {
  const names = new Set(Object.keys({ ...before, ...process.env }));
  const changed = [...names].filter((name) => !OTHERS.has(name) && process.env[name] !== before[name]);
  if (changed.length) throw new Error(`the environment is changed: ${changed.join(", ")}`);
});
