/**
 * Creates a clock by which each look is a millisecond after the one before, for tests of an order by time: on a quick
 * machine two calls may end in the same millisecond.
 */
export function createTickingClock(): () => Date {
  let time = Date.now();
  return () => {
    time += 1;
    return new Date(time);
  };
}
