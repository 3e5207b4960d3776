import type { Token } from '../../domain/token'
import { Address } from '../../ui/Address'

/** Which contracts a pair is made of: `WETH 0x1234…5678 · USDC 0x9abc…def0`. A native coin has none. */
export function TokenAddresses({ tokens }: { tokens: readonly Token[] }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {tokens
        .filter(({ isNative }) => !isNative)
        .map(({ id, symbol, address }) => (
          <span key={id}>
            <bdi translate="no">{symbol}</bdi> <Address value={address} />
          </span>
        ))}
    </span>
  )
}
