import { beginPrefetch } from "./begin-prefetch";

/**
 * Speculation rules: the browser prefetches the document of a marked link once it is likely to be followed (`moderate`:
 * on hover or touch, on phones when it stays in view). The content security policy allows exactly this text.
 */
export const DOCUMENT_RULES = '{"prefetch":[{"where":{"selector_matches":"a[data-prefetch]"},"eagerness":"moderate"}]}';

/** Whether this browser supports speculation rules. */
export const knowsRules = (): boolean => HTMLScriptElement.supports?.("speculationrules") ?? false;

/**
 * Lets the browser prefetch documents, for a page whose links load documents.
 * @returns a function that stops it and discards what was prefetched
 */
export function prefetchDocuments(): () => void {
  return beginPrefetch(() => {
    const rules = document.createElement("script");
    rules.type = "speculationrules";
    rules.textContent = DOCUMENT_RULES;
    document.head.append(rules);
    return () => rules.remove();
  });
}
