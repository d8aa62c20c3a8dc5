import { useEffect, useState } from "react";
import type { Device } from "#app/server/request/device.server";
import { type SeenInBrowser, seenInBrowser, watchDevice } from "./watch-device";

/**
 * The device as the server saw it (`seenByServer`); in the browser also whether the screen is wide, updated after each
 * resize.
 */
export function useDevice(seenByServer: Device): Device & { wide: boolean } {
  const [seen, setSeen] = useState<SeenInBrowser>({ wide: seenByServer.form !== "mobile", touchMac: false });
  useEffect(() => {
    const look = () => setSeen(seenInBrowser());
    look();
    return watchDevice(look);
  }, []);
  const device: Device = seen.touchMac ? { ...seenByServer, form: "tablet", os: "ios" } : seenByServer;
  return { ...device, wide: seen.wide };
}
