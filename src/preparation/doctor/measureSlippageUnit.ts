/** The parts of a quote that reveal its tolerance: the raw `slippage` that was sent, and the amounts returned. */
export type SlippageSample = {
  /** The trade: only quotes for the same trade are compared. */
  readonly trade: string
  readonly slippage: number
  readonly minimumReceived: number | undefined
  readonly expected: number | undefined
}

/** Counts that services are known to use, as units per percent: percent, per mille, basis points, and finer ones. */
const usual = [1, 10, 100, 1_000, 10_000]
/** Prices move between quotes and figures are rounded: a result within this factor counts as the usual unit. */
const nearness = 1.25

/**
 * Infers how many units of `slippage` make one percent: from a quote's minimum and expected output, else from the
 * minimums of two quotes for one trade at different tolerances. `undefined` if it cannot be inferred.
 */
export function measureUnitsPerPercent(samples: readonly SlippageSample[]): number | undefined {
  const measured = [...samples.flatMap(byExpected), ...byPairs(samples)]
    .filter((units) => units > 0)
    .sort((a, b) => a - b)
  const median = measured[Math.floor(measured.length / 2)]
  if (median === undefined) return undefined
  const near = usual.find((units) => median <= units * nearness && median >= units / nearness)
  return near ?? Number(median.toPrecision(2))
}

function byExpected({ slippage, minimumReceived, expected }: SlippageSample): readonly number[] {
  if (minimumReceived === undefined || expected === undefined || expected <= minimumReceived || minimumReceived <= 0)
    return []
  return [slippage / (100 * (1 - minimumReceived / expected))]
}

/** The minimum is E·(1 − s/100u) for an unknown output E: two minimums at two tolerances s give the units u. */
function byPairs(samples: readonly SlippageSample[]): readonly number[] {
  return samples.flatMap((a, index) =>
    samples.slice(index + 1).flatMap((b) => {
      if (a.trade !== b.trade || a.slippage === b.slippage || !a.minimumReceived || !b.minimumReceived) return []
      const share =
        (a.minimumReceived - b.minimumReceived) / (a.minimumReceived * b.slippage - b.minimumReceived * a.slippage)
      return Number.isFinite(share) && share > 0 ? [1 / (100 * share)] : []
    }),
  )
}
