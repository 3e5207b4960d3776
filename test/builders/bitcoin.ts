import type { Chain } from '../../src/domain/chain'
import type { Token } from '../../src/domain/token'

/* Bitcoin, for tests of payments by hand. */

export const bitcoin: Chain = { id: 9, chainId: 8_332, name: 'Bitcoin', kind: 'bitcoin', isEnabled: true }
export const btc: Token = {
  id: 900,
  chain: bitcoin,
  address: 'btc',
  symbol: 'BTC',
  name: 'Bitcoin',
  decimals: 8,
  isNative: true,
  price: '95000',
  imagePath: undefined,
}
/** An address of the person, and one of the service to pay to. */
export const mine = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
export const theirs = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
