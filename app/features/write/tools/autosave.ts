const SECOND = 1000;
/** Milliseconds without a change after which it is saved. */
const REST = 1.5 * SECOND;
/** Milliseconds after which it is saved even while somebody goes on typing. */
const AT_MOST = 10 * SECOND;

/**
 * Saves after a rest of 1.5 s, at most 10 s apart, never twice at once. `save` must not throw.
 */
export function createAutosave(save: () => Promise<void>, now: () => number = Date.now) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Time at which the first change that is not saved yet was made. */
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
    timer = setTimeout(run, Math.max(0, Math.min(REST, dirtySince + AT_MOST - now())));
  };
  return {
    changed(): void {
      dirtySince ??= now();
      plan();
    },
    /** Saves at once what is not saved yet. */
    async flush(): Promise<void> {
      await running;
      if (dirtySince !== null) await run();
    },
    /** Saves nothing more, and waits until what is on its way has arrived. */
    async settle(): Promise<void> {
      clearTimeout(timer);
      dirtySince = null;
      await running;
    },
    /** Forgets what is not saved. */
    stop(): void {
      clearTimeout(timer);
      dirtySince = null;
    },
  };
}
