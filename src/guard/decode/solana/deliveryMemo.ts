/** The destination of a deposit on Solana, from its memo. */
export type DeliveryMemo = {
  readonly chainId: number
  /** In the format of its own chain; `native` for the native coin. */
  readonly token: string
  readonly recipient: string
  /** Smallest units of the token. */
  readonly minimumReceived: bigint
  /** Seconds since the epoch. */
  readonly deadline: number
}

/**
 * Parses `cross1 <chain> <token> <recipient> <minimum> <deadline>`; `undefined` for any other memo. Numbers have no zeros
 * in front, and no more digits than bridges read.
 */
export function readDeliveryMemo(memo: string): DeliveryMemo | undefined {
  const found = /^cross1 ([1-9]\d{0,14}) (\S{1,120}) (\S{1,120}) (0|[1-9]\d{0,38}) (0|[1-9]\d{0,11})$/.exec(memo)
  if (!found) return undefined
  const [, chainId, token = '', recipient = '', minimum = '', deadline] = found
  return { chainId: Number(chainId), token, recipient, minimumReceived: BigInt(minimum), deadline: Number(deadline) }
}

/** Whether a memo that cannot be read here begins like one: a bridge may read it all the same. */
export function resemblesDelivery(memo: string): boolean {
  return /^\W*cross1\b/i.test(memo) && readDeliveryMemo(memo) === undefined
}
