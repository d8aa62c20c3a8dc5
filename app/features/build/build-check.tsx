import { useEffect } from "react";
import { watchBuild } from "./watch-build";

/** Checks for newer builds while the page is open. */
export function BuildCheck() {
  useEffect(watchBuild, []);
  return null;
}
