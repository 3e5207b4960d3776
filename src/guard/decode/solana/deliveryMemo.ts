/**
 * Parses `cross1 <chain> <token> <recipient> <minimum> <deadline>`; `undefined` for any other memo. Numbers have no zeros
 * in front, and no more digits than bridges read.
 */
export function readDeliveryMemo(memo: string) {
  const found = /^cross1 ([1-9]\d{0,14}) (\S{1,120}) (\S{1,120}) (0|[1-9]\d{0,38}) (0|[1-9]\d{0,11})$/.exec(memo)
  if (!found) return undefined
  const [, chainId, token = '', recipient = '', minimum = '', deadline] = found
  return {
    chainId: Number(chainId),
    /** In the format of its own chain; `native` for the native coin. */
    token,
    recipient,
    /** Smallest units of the token. */
    minimumReceived: BigInt(minimum),
    /** Seconds since the epoch. */
    deadline: Number(deadline),
  }
}

/** Whether a memo that cannot be read here begins like one: a bridge may read it all the same. */
export function resemblesDelivery(memo: string): boolean {
  return /^\W*cross1\b/i.test(memo) && readDeliveryMemo(memo) === undefined
}
