import { type ComponentType, useEffect, useState } from "react";

type Way = ComponentType<{ next: string }>;

/** `PasskeyLogin` in a file of its own, which only browsers load that know passkeys; it stands last, so that nothing moves. */
export function LazyPasskeyLogin({ next }: { next: string }) {
  const [Way, setWay] = useState<Way | null>(null);
  useEffect(() => {
    if (typeof PublicKeyCredential === "undefined") return;
    // Where it can't be fetched there are the other ways.
    import("./passkey-login").then((loaded) => setWay(() => loaded.default)).catch(() => {});
  }, []);
  return Way && <Way next={next} />;
}
