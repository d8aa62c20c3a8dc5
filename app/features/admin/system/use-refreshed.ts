import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Milliseconds. */
const EVERY = 3_000;

/** Loads the page's data anew every few seconds while something goes on and the page is looked at. */
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
