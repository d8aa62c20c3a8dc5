import { newerBuild } from "./newer-build";

const HOUR = 60 * 60 * 1000;

/**
 * Checks for a newer build every hour, and when a hidden tab is shown again. See `guardNavigation`.
 * @returns a function that stops it
 */
export function watchBuild(): () => void {
  const check = async () => {
    if (newerBuild.out || !navigator.onLine) return;
    if ((await latestBuild()) !== __BUILD_ID__) newerBuild.out = true;
  };
  const shown = () => {
    if (document.visibilityState === "visible") void check();
  };
  const timer = setInterval(check, HOUR);
  document.addEventListener("visibilitychange", shown);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", shown);
  };
}

/** Id of the newest build; the running one's if unknown. */
async function latestBuild(): Promise<string> {
  try {
    const response = await fetch(`/builds/latest.json?${Date.now()}`, { priority: "low" });
    const { id }: { id?: unknown } = await response.json();
    if (response.ok && typeof id === "string") return id;
  } catch {
    // Not available now.
  }
  return __BUILD_ID__;
}
