import { useContext, useEffect, useState } from "react";
import untouchedScript from "#app/features/early/untouched?inline-script";
import { useRoot } from "#app/hooks/root";
import startScript from "#framework/browser/start?inline-script";
import { TAKEN_OVER } from "#framework/browser/taken-over";
import { useLateStart } from "#framework/late-start";
import { NonceContext } from "./nonce";

/**
 * `<Scripts>` of Remix, but late: a member's page fetches the framework when it has loaded and the browser is idle, a
 * visitor's when a hand touches it (`framework/browser/start.ts`); what such a page does before is
 * `features/early/untouched.ts`. So a reader's first paint waits for nothing but HTML and CSS. Until then links and
 * forms work as plain HTML, and they go on to when a script can't be had: a reload would gain the reader nothing, and
 * the next page is loaded from the server anyway.
 */
export function LateScripts() {
  const untouched = useRoot()?.viewer === null;
  const start = useLateStart(untouched);
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  useEffect(() => {
    if (hydrated) document.dispatchEvent(new Event(TAKEN_OVER));
  }, [hydrated]);
  if (!start || hydrated) return null;
  return (
    <>
      <script
        id="start"
        type="application/json"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: data of the build, escaped
        dangerouslySetInnerHTML={{ __html: start }}
      />
      <InlineScript text={startScript} />
      {untouched ? <InlineScript text={untouchedScript} /> : null}
    </>
  );
}

/** A script of ours that stands in the page itself. */
export function InlineScript({ text }: { text: string }) {
  const nonce = useContext(NonceContext);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a script of ours, with nothing of a user in it
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
