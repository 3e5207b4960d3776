/** Draws that come again with the same seed. */
export type Random = {
  /** From 0 up to, not including, 1. */
  readonly roll: () => number
  readonly chance: (share: number) => boolean
  readonly pick: <T>(list: readonly T[]) => T
}

/** Mulberry32: small, and good enough to choose with. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    roll,
    chance: (share) => roll() < share,
    pick: (list) => {
      const found = list[Math.floor(roll() * list.length)]
      if (found === undefined) throw new Error('There is nothing to pick from.')
      return found
    },
  }
}
