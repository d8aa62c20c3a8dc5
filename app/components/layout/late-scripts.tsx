import { useContext, useEffect, useState } from "react";
import { useLateStart } from "#framework/late-start";
import { NonceContext } from "./nonce";

/**
 * `<Scripts>` of Remix, but late: the framework is fetched when the page has loaded and the browser is idle,
 * or at the first touch of a key, pointer or field, so that a reader's first paint waits for nothing but HTML
 * and CSS. Until then links and forms work as plain HTML, and they go on to when a script can't be had: a reload
 * would gain the reader nothing, and the next page is loaded from the server anyway.
 */
export function LateScripts() {
  const nonce = useContext(NonceContext);
  const scripts = useLateStart();
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  if (!scripts || hydrated) return null;
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a script of ours, with nothing of a user in it */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: scripts.context }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a script of ours, with nothing of a user in it */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: scripts.start }} />
    </>
  );
}
