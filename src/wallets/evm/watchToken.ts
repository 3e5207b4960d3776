import { errorClass } from '../../domain/errorClass'
import { withoutIsolates } from '../../domain/text/label'
import type { Token } from '../../domain/token'
import type { Provider } from './connection/provider'

/** Asks a wallet to list a token (EIP-747 `wallet_watchAsset`), with the symbol the service lists. */
export async function watchToken({ address, symbol, decimals }: Token, provider: Provider | undefined): Promise<void> {
  const options = { address, symbol: withoutIsolates(symbol).slice(0, 11), decimals }
  // The method takes an object where other methods take an array.
  const added = await provider?.request({ method: 'wallet_watchAsset', params: { type: 'ERC20', options } as never })
  if (added !== true) throw new NotAdded(symbol)
}

/** The wallet, or the person, declined. */
const NotAdded = errorClass('NotAdded', (symbol: string) => `The wallet did not add ${symbol}.`)
