/** Amounts of the bridge token are normalised to this many decimals, regardless of its decimals on each chain. */
export const bridgeDecimals = 18

/** The bridge fee is 0.1 %, rounded in favour of the relayer. */
export function afterBridgeFee(amount: bigint): bigint {
  return (amount * 9_990n) / 10_000n
}

/** Converts between numbers of decimals. Rounds down when digits are lost. */
export function rescale(amount: bigint, from: number, to: number): bigint {
  return to >= from ? amount * 10n ** BigInt(to - from) : amount / 10n ** BigInt(from - to)
}
