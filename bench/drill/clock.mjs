// Loaded into a server with `--import`: shifts its clock by DRILL_CLOCK_SHIFT milliseconds; timers are not
// affected.
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
