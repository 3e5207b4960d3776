/** A chain id in any form wallets use: `0xb4e69`, `0x01`, `"741001"`, `741001`. */
export function readChainId(said: unknown): number | undefined {
  if (typeof said !== 'string' && typeof said !== 'number') return undefined
  if (said === '') return undefined
  const number = Number(said)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

export function isHash(said: unknown): said is string {
  return typeof said === 'string' && /^0x[0-9a-f]{64}$/i.test(said)
}

/** An address as a 32-byte ABI word. */
export function wordOf(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}

/** `balanceOf(address)` of a token. */
export function balanceCall(account: string): string {
  return `0x70a08231${wordOf(account)}`
}
