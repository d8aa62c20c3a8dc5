import { type ComponentType, useEffect, useState } from "react";

type Way = ComponentType<{ next: string }>;

/** `PasskeyLogin` as a separate chunk, loaded only by browsers with passkeys; placed last, so that nothing shifts. */
export function LazyPasskeyLogin({ next }: { next: string }) {
  const [Way, setWay] = useState<Way | null>(null);
  useEffect(() => {
    if (typeof PublicKeyCredential === "undefined") return;
    // If it can't be loaded, there are other ways to log in.
    import("./passkey-login").then((loaded) => setWay(() => loaded.default)).catch(() => {});
  }, []);
  return Way && <Way next={next} />;
}
