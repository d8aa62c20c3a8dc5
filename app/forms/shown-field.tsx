import { useState } from "react";

type Props = {
  /** Values that the fields show; null if they are not known. */
  texts: Record<string, string> | null;
  /** Values that the form shows since its last result, in JSON. */
  answered: string | undefined;
};

/**
 * Hidden field with what a form showed, for `mergeShown`. The first values count: the page may be loaded again while the
 * fields hold other texts.
 */
export function ShownField({ texts, answered }: Props) {
  const [first] = useState(() => texts && JSON.stringify(texts));
  const shown = answered ?? first;
  return shown === null ? null : <input type="hidden" name="shown" value={shown} />;
}
