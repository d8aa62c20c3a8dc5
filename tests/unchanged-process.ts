import { afterAll } from "vitest";

const before = { ...process.env };
/** What sharp's library sets when it is loaded. */
const OTHERS = new Set(["VIPSHOME"]);

// Where test files share a process, what one sets in the environment would be the others' setting as well.
afterAll(() => {
  const names = new Set(Object.keys({ ...before, ...process.env }));
  const changed = [...names].filter((name) => !OTHERS.has(name) && process.env[name] !== before[name]);
  if (changed.length) throw new Error(`the environment is changed: ${changed.join(", ")}`);
});
