import { type ComponentProps, lazy, Suspense } from "react";
import { ReadingProgress } from "./reading-progress";

/** `ReadingProgress` in a file of its own, which browsers load only for those who may read the whole. */
const Progress = import.meta.env.SSR
  ? ReadingProgress
  : lazy(() => import("./reading-progress").then((module) => ({ default: module.ReadingProgress })));

export function LazyReadingProgress(props: ComponentProps<typeof ReadingProgress>) {
  return (
    <Suspense fallback={null}>
      <Progress {...props} />
    </Suspense>
  );
}
