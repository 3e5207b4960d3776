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

/** Parses `cross1 <chain> <token> <recipient> <minimum> <deadline>`; `undefined` for any other memo. */
export function readDeliveryMemo(memo: string): DeliveryMemo | undefined {
  const found = /^cross1 (\d{1,15}) (\S{1,120}) (\S{1,120}) (\d{1,78}) (\d{1,12})$/.exec(memo)
  if (!found) return undefined
  const [, chainId, token = '', recipient = '', minimum = '', deadline] = found
  return { chainId: Number(chainId), token, recipient, minimumReceived: BigInt(minimum), deadline: Number(deadline) }
}
