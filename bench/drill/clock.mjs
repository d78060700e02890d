// Loaded into a server (`--import`): its clock is wrong by DRILL_CLOCK_SHIFT milliseconds; timers stay right.
const shift = Number(process.env.DRILL_CLOCK_SHIFT)
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift)
    else super(...given)
  }
  static now() {
    return RealDate.now() + shift
  }
}
