import { type ReactElement, useEffect, useState } from "react";

/** Loads the features for desktop readers (`DesktopTools`); phones have neither keys nor hover. */
export function DesktopGate() {
  const [tools, setTools] = useState<ReactElement | null>(null);
  useEffect(() => {
    if (!matchMedia("(hover: hover)").matches) return;
    // If the tools fail to load, the page works without them.
    import("./desktop-tools").then(({ DesktopTools }) => setTools(<DesktopTools />)).catch(() => {});
  }, []);
  return tools;
}
