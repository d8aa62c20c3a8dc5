import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Milliseconds between two reloads. */
const EVERY = 3_000;

/** Reloads the page's data every few seconds while a job runs and the page is visible. */
export function useRefreshed(goesOn: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!goesOn) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate();
    }, EVERY);
    return () => clearInterval(timer);
  }, [goesOn, revalidate]);
}
