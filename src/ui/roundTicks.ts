/**
 * About `count` round values from one number to another: multiples of 1, 2 or 5 times a power of ten. They are those of
 * `d3-scale`, whose code for colours cannot load where an extension has frozen the built-in prototypes.
 */
export function roundTicks(from: number, to: number, count: number): number[] {
  const step = roundStep((to - from) / count)
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, place) => (first + place) * step)
}

function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted))
  const share = wanted / power
  return power * (share >= Math.sqrt(50) ? 10 : share >= Math.sqrt(10) ? 5 : share >= Math.SQRT2 ? 2 : 1)
}
