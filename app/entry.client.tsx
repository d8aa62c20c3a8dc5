import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { guardNavigation } from "./features/build/guard-navigation";

let guarded = false;

function Client() {
  // The router is made while RemixBrowser renders; no reader can navigate before this.
  useLayoutEffect(() => {
    if (guarded) return;
    guarded = true;
    guardNavigation(window.__remixRouter);
    // Without it WeChat shows the address alone: nothing to bother anybody with.
    if (/MicroMessenger/.test(navigator.userAgent)) import("./features/share/wechat-card").catch(() => {});
  }, []);
  return <RemixBrowser />;
}

/**
 * Resolves when the loaders' data is there. Before, RemixBrowser suspends with no boundary above it, as the first
 * thing that it does, and React fails with "Root did not complete" when a click makes it hydrate at once.
 */
async function dataRead(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (reading) {
    await reading;
  }
}

await dataRead();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Client />
    </StrictMode>,
  );
});
