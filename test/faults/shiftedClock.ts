// Loaded into a process before its program: moves its clock ahead by CLOCK_AHEAD_MS.

const RealDate = Date;
const now = (): number => RealDate.now() + Number(process.env['CLOCK_AHEAD_MS']);

globalThis.Date = new Proxy(RealDate, {
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
});
