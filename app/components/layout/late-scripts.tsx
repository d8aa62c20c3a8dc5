import { useContext, useEffect, useState } from "react";
import untouchedScript from "#app/features/inline-scripts/untouched?inline-script";
import { useRoot } from "#app/hooks/root";
import startScript from "#framework/browser/start?inline-script";
import { TAKEN_OVER } from "#framework/browser/taken-over";
import { useLateStart } from "#framework/late-start";
import { NonceContext } from "./nonce";

/**
 * Remix's `<Scripts>`, but late: a member's page loads the framework when it has loaded and the browser is idle, an
 * anonymous page at the first interaction (`framework/browser/start.ts`); until then `features/inline-scripts/untouched.ts`
 * runs. So the first paint waits for nothing but HTML and CSS. Until then, and if a script can't be loaded, links and
 * forms work as plain HTML: a reload would gain the reader nothing, and the next page is loaded from the server anyway.
 * Pages that show what only scripts can know don't wait for an interaction (`RouteHandle`).
 */
export function LateScripts() {
  const untouched = useRoot()?.viewer === null;
  const start = useLateStart(untouched);
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => {
    if (hydrated) document.dispatchEvent(new Event(TAKEN_OVER));
    else setHydrated(true);
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

/** An inline script of ours. */
export function InlineScript({ text }: { text: string }) {
  const nonce = useContext(NonceContext);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, without user input
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
