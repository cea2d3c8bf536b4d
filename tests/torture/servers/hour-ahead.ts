// Loaded before a server (`--import`): its machine's clock is an hour ahead.
const hour = 3_600_000;
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given: [] | ConstructorParameters<typeof RealDate>) {
    if (given.length === 0) super(RealDate.now() + hour);
    else super(...given);
  }

  static override now(): number {
    return RealDate.now() + hour;
  }
} as DateConstructor;
