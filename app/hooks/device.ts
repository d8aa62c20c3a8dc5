import { useEffect, useState } from "react";
import type { Device } from "#app/server/device.server";
import { useRoot } from "./root";

/** Below this the page is laid out for a phone. */
export const WIDE_SCREEN = "(min-width: 767.9px)";
const SETTLED_AFTER_RESIZE = 50;

/**
 * The device as the server saw it; in the browser also whether the screen is wide, looked at anew 50 ms
 * after a resize. An iPad that poses as a Mac is told by its touch points.
 */
export function useDevice(): Device & { wide: boolean } {
  const root = useRoot();
  const device = root?.device ?? { form: "desktop", os: "other", crawler: false };
  const [seen, setSeen] = useState({ wide: device.form !== "mobile", touchMac: false });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () =>
      setSeen({
        wide: window.matchMedia(WIDE_SCREEN).matches,
        touchMac: navigator.maxTouchPoints > 1 && /Macintosh/.test(navigator.userAgent),
      });
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(look, SETTLED_AFTER_RESIZE);
    };
    look();
    window.addEventListener("resize", later);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("resize", later);
    };
  }, []);
  return seen.touchMac ? { ...device, form: "tablet", os: "ios", wide: seen.wide } : { ...device, wide: seen.wide };
}
