// Preloaded into a program (`node --import`): each SIGUSR2 moves its clock, an hour ahead, an hour behind the real one,
// a day ahead, a day behind it, and back to the real time.
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const shifts = [HOUR, -HOUR, DAY, -DAY, 0];
const RealDate = Date;
let shift = 0;

const now = () => RealDate.now() + shift;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, parts, made) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, made),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
process.on("SIGUSR2", () => {
  shift = shifts.shift() ?? 0;
  process.stderr.write(`clock ${shift}\n`);
});
