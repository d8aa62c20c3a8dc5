import { type ReactElement, useEffect, useState } from "react";

/** Fetches what only readers at a computer have (`ComputerTools`); telephones have neither keys nor a pointer that rests. */
export function ComputerGate() {
  const [tools, setTools] = useState<ReactElement | null>(null);
  useEffect(() => {
    if (!matchMedia("(hover: hover)").matches) return;
    // Without them all is where it was.
    import("./computer-tools").then(({ ComputerTools }) => setTools(<ComputerTools />)).catch(() => {});
  }, []);
  return tools;
}
