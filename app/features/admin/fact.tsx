import type { ReactNode } from "react";

type Props = {
  label: ReactNode;
  /** Class of the description. */
  className?: string;
  children: ReactNode;
};

/** A term of a description list (`<dl>`) with its description. */
export function Fact({ label, className, children }: Props) {
  return (
    <>
      <dt>{label}</dt>
      <dd className={className}>{children}</dd>
    </>
  );
}
