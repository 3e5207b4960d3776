/** How long to wait before looking at the chain again, in milliseconds: quick at first, slower the longer it takes. */
export function pollInterval(looks: number): number {
  return steps[Math.min(looks, steps.length - 1)]!
}

const quick = [400, 800, 1_200, 2_000, 3_000, 4_000, 6_000, 8_000, 10_000, 12_000]
const steps = [...quick, ...Array<number>(40).fill(15_000), ...Array<number>(60).fill(30_000), 60_000]

/** A wallet that said nothing for so long gets its order three ways out. */
export const walletTimeout = 60_000

/** An order that was rejected before anything was sent, and not touched for so long, is put away. */
export const rejectedFor = 10 * 60_000

/** After so long without an answer the person is told that the checks wait for a node, and what they can do. */
export const checkTimeout = 30_000

/** A transaction no node has heard of for so long is said not to be found yet, with ways out. */
export const missingAfter = 20_000

/** A transaction no node has heard of for so long is said to be dropped; the person decides. */
export const droppedAfter = 3 * 60_000

/** A transaction that no node knows for this long has an unknown outcome. */
export const unknownAfter = 20 * 60_000

/** So many failed looks in a row are worth telling. */
export const unreachableAfterPolls = 3

/** When a finished order is read once more, in case of a reorg. */
export const reorgChecks: readonly number[] = [5_000, 20_000, 60_000]

/** Finished orders younger than this are read once more when the app opens. */
export const reorgCheckAge = 60 * 60_000

/**
 * How long to wait before looking again for a request that was given up, by the age of its order, in milliseconds. What
 * a wallet has refused is hardly sent any more; a prompt that nobody answered may stand open for days.
 */
export function latePollInterval(age: number, isUncertain: boolean): number | undefined {
  const minute = 60_000
  if (age > (isUncertain ? 14 * 24 * 60 : 30) * minute) return undefined
  if (age < 10 * minute) return 3_000
  if (age < 60 * minute) return 15_000
  return age < 24 * 60 * minute ? minute : 15 * minute
}
