// Loaded into a process before its program: moves its clock ahead by CLOCK_AHEAD_MS, and makes it
// CLOCK_SPEED times as fast.

const RealDate = Date;
const { CLOCK_AHEAD_MS = 0, CLOCK_SPEED = 1 } = process.env;
const startedAt = RealDate.now();
const now = (): number =>
  Math.floor(startedAt + (RealDate.now() - startedAt) * Number(CLOCK_SPEED) + Number(CLOCK_AHEAD_MS));

globalThis.Date = new Proxy(RealDate, {
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
});
