const SECOND = 1000;
/** Milliseconds without a change until it is saved. */
const REST = 1.5 * SECOND;
/** Maximum milliseconds between saves during continuous typing. */
const AT_MOST = 10 * SECOND;

/**
 * Creates an autosave that runs 1.5 s after the last change, at most 10 s after the first unsaved one, never
 * concurrently. `save` must not throw.
 */
export function createAutosave(save: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the first unsaved change. */
  let dirtySince: number | null = null;
  let running: Promise<void> | null = null;

  const run = (): Promise<void> => {
    clearTimeout(timer);
    dirtySince = null;
    running = save().finally(() => {
      running = null;
      if (dirtySince !== null) plan();
    });
    return running;
  };
  const plan = () => {
    clearTimeout(timer);
    if (running || dirtySince === null) return;
    timer = setTimeout(run, Math.max(0, Math.min(REST, dirtySince + AT_MOST - Date.now())));
  };
  return {
    changed(): void {
      dirtySince ??= Date.now();
      plan();
    },
    /** Saves unsaved changes at once. */
    async flush(): Promise<void> {
      await running;
      if (dirtySince !== null) await run();
    },
    /** Stops saving and waits for a running save. */
    async settle(): Promise<void> {
      clearTimeout(timer);
      dirtySince = null;
      await running;
    },
    /** Discards unsaved changes. */
    stop(): void {
      clearTimeout(timer);
      dirtySince = null;
    },
  };
}
