import { type ReactElement, useEffect, useState } from "react";

/** Loads the features for desktop readers (`ComputerTools`); phones have neither keys nor hover. */
export function ComputerGate() {
  const [tools, setTools] = useState<ReactElement | null>(null);
  useEffect(() => {
    if (!matchMedia("(hover: hover)").matches) return;
    // If the tools fail to load, the page works without them.
    import("./computer-tools").then(({ ComputerTools }) => setTools(<ComputerTools />)).catch(() => {});
  }, []);
  return tools;
}
