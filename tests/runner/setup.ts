import { afterEach } from "vitest";
import { takeUnannounced } from "./console-errors";

afterEach(() => {
  const lines = takeUnannounced();
  if (lines.length) throw new Error(`console.error was called:\n${lines.join("\n")}`);
});
