import { beginPrefetch } from "./begin-prefetch";

/**
 * Speculation rules of a page: the browser fetches the document of a marked link once it looks as if it will be followed
 * (`moderate`: a mouse rests on it, a finger comes down, on a phone it stays in view). The page's policy allows this text.
 */
export const DOCUMENT_RULES = '{"prefetch":[{"where":{"selector_matches":"a[data-prefetch]"},"eagerness":"moderate"}]}';

/** Whether this browser fetches documents ahead by rules. */
export const knowsRules = (): boolean => HTMLScriptElement.supports?.("speculationrules") ?? false;

/**
 * Has the browser fetch documents ahead, for a page whose links lead from document to document.
 * @returns what ends it: what was fetched is forgotten
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
