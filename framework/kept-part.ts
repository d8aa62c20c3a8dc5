import { type FunctionComponent, memo } from "react";

/**
 * Lets the server keep what a component renders, and write it out again for the same props, without rendering it: for
 * parts that are the same on many pages (patch `kept-parts`). Browsers render the component itself
 * (`import.meta.env.SSR`), so the HTML must be the same:
 *
 * - It depends on nothing but the props, which are plain data. Contexts and hooks may only say what they say, too. In
 *   particular, nothing in it shows a time or belongs to one reader.
 * - It is one or more elements, without `useId` and without `Suspense`; otherwise it is rendered each time.
 */
export function keptPart<Props extends object>(component: FunctionComponent<Props>): FunctionComponent<Props> {
  return Object.assign(memo(component), { kept: new Map<string, string>() }) as unknown as typeof component;
}
