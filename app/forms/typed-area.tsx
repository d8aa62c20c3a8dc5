import type { ComponentProps } from "react";
import { useTypedText } from "./typed-text";

type Props = ComponentProps<"textarea"> & { id: string; defaultValue: string };

/** Field of several lines that keeps text typed before hydration. */
export function TypedArea(props: Props) {
  return <textarea {...props} defaultValue={useTypedText(props.id, props.defaultValue)} suppressHydrationWarning />;
}
