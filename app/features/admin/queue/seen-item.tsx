import { useRef } from "react";
import type { Refused } from "#app/forms/form-result";

type Props = {
  /** The item, as its form names it: `12`, `article:12`. */
  item: string;
  /** Its version now. */
  version: string | number;
  notice: Refused<unknown, unknown> | null;
};

/**
 * Hidden field with an item and the version that was shown first: the page may load it anew while it is being read. After
 * a conflict it is the version now, so that deciding again is about what is shown then.
 */
export function SeenItem({ item, version, notice }: Props) {
  const first = useRef(version);
  if (notice?.code === "CONFLICT") first.current = version;
  return <input type="hidden" name="item" value={`${item}:${first.current}`} />;
}
