import { useEffect } from "react";
import { watchBuild } from "./watch-build";

/** Learns of newer builds as long as the page is there. */
export function BuildCheck() {
  useEffect(watchBuild, []);
  return null;
}
