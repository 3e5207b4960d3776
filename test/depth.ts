/** The number of random draws: few in `npm test`, many in `npm run test:deep`. */
export function draws(few: number, many: number): number {
  return process.env.TIDEGATE_DEEP ? many : few
}
