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
  }, []);
  return <RemixBrowser />;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Client />
    </StrictMode>,
  );
});
