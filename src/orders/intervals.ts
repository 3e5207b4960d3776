/** The polling interval for a chain in milliseconds: short at first, then longer. */
export function pollInterval(looks: number): number {
  return steps[Math.min(looks, steps.length - 1)]!
}

const quick = [400, 800, 1_200, 2_000, 3_000, 4_000, 6_000, 8_000, 10_000, 12_000]
const steps = [...quick, ...Array<number>(40).fill(15_000), ...Array<number>(60).fill(30_000), 60_000]

/** After so long without an answer from the wallet, the order offers other actions. */
export const walletTimeout = 60_000

/** An order that was rejected before anything was sent is dismissed after so long. */
export const rejectedFor = 10 * 60_000

/** After so long without an answer the screen shows that the checks wait for a node, and the possible actions. */
export const checkTimeout = 30_000

/** A transaction that no node has after this time is shown as not found yet, with actions. */
export const missingAfter = 20_000

/** A transaction that no node has after this time is shown as dropped; the person decides. */
export const droppedAfter = 3 * 60_000

/** A transaction that no node has after this time has an unknown outcome. */
export const unknownAfter = 20 * 60_000

/** How many polls in a row may fail before the screen shows it. */
export const unreachableAfterPolls = 3

/** Delays before a finished order is read again, in case of a reorg. */
export const reorgChecks: readonly number[] = [5_000, 20_000, 60_000]

/** Finished orders younger than this are read again when the app opens. */
export const reorgCheckAge = 60 * 60_000

/**
 * The polling interval for an abandoned request, by the age of its order, in milliseconds. A rejected request is hardly
 * ever sent later. An unanswered prompt may stay open for days, and is polled at any age of its order, because the
 * clock of the computer may be wrong.
 */
export function latePollInterval(age: number, isUncertain: boolean): number | undefined {
  const minute = 60_000
  if (!isUncertain && age > 30 * minute) return undefined
  if (age > 14 * 24 * 60 * minute) return 6 * 60 * minute
  if (age < 10 * minute) return 3_000
  if (age < 60 * minute) return 15_000
  return age < 24 * 60 * minute ? minute : 15 * minute
}
