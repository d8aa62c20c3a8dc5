/** Waits for a result for up to `milliseconds`. @returns `late` if it takes longer @throws what `result` throws in time */
export async function withinTime<Result, Late>(
  result: Promise<Result>,
  milliseconds: number,
  late: Late,
): Promise<Result | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<Late>((resolve) => {
    timer = setTimeout(resolve, milliseconds, late);
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
