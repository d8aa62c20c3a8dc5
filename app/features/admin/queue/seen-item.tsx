import { useRef } from "react";
import type { Refused } from "#app/forms/form-result";
import { seenIn } from "./seen-in";

type Props = {
  /** The item, as its form names it: `12`, `article:12`. */
  item: string;
  /** Its version now. */
  version: string | number;
  notice: Refused<unknown, unknown> | null;
  /** Values of the form, if it came back. */
  values: { items?: readonly string[] } | undefined;
};

/**
 * Hidden field with an item and the version that was shown first: the page may load it anew while it is being read, and
 * does so when the form comes back. After a conflict it is the version now, so that deciding again is about what is
 * shown then.
 */
export function SeenItem({ item, version, notice, values }: Props) {
  const now = `${item}:${version}`;
  const submitted = values?.items?.find((one) => one.startsWith(`${item}:`));
  const first = useRef(seenIn(notice, submitted, now));
  if (notice?.code === "CONFLICT") first.current = now;
  return <input type="hidden" name="item" value={first.current} />;
}
