/**
 * The lowest and highest value of a chart's axis. It spans a thousandth of the value at least, so that an unchanged
 * figure is drawn level, not as a slope. Bars start at zero.
 */
export function valueSpan(least: number, most: number, hasBars: boolean): readonly [number, number] {
  const spread = Math.max(most - least, Math.abs(most) / 1_000) || 1
  const middle = (least + most) / 2
  return [hasBars ? Math.min(0, least) : middle - spread * 0.55, middle + spread * 0.55]
}
