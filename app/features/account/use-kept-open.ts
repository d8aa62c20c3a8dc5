import { useRef } from "react";

/**
 * Whether a setting stays open because its form has unsent input, also once that was discarded, until the form is sent.
 * @param done number of times that the form was sent
 */
export function useKeptOpen(restored: boolean, done: number): boolean {
  const since = useRef<number>();
  if (restored) since.current ??= done;
  else if (since.current !== done) since.current = undefined;
  return since.current === done;
}
