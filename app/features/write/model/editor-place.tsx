import type { ReactNode } from "react";

/** Name of a place in the editor that its tools fill once they have loaded. */
export type EditorPlace =
  | "status"
  | "draft"
  | "similar"
  | "cover"
  | "toolbar"
  | "preview"
  | "uploads"
  | "count"
  | "tags";

type Props = {
  name: EditorPlace;
  className?: string | undefined;
  /** Shown beside the tool. */
  children?: ReactNode;
};

/** A place that one of the editor's tools fills; empty until then, which the style sheet hides. */
export const EditorPlace = ({ name, className, children }: Props) => (
  <div className={className} data-place={name}>
    {children}
  </div>
);
