import type { ChainKind } from '../../domain/chain'
import { storedText, storeText } from '../../ui/browserStorage'
import type { WalletOption } from '../../wallets/wallets'

/** The wallet a person connected last for chains of a kind, by its id. It outlives the connection. */
export function lastWallet(kind: ChainKind): string | undefined {
  return storedText(keyOf(kind)) ?? undefined
}

export function rememberWallet({ kind, id }: Pick<WalletOption, 'kind' | 'id'>): void {
  storeText(keyOf(kind), id)
}

/** The wallet used last, then those of this browser, then those elsewhere; otherwise as they were found. */
export function inUsualOrder(options: readonly WalletOption[], last: string | undefined): readonly WalletOption[] {
  const rank = ({ id, isElsewhere }: WalletOption) => (id === last ? 0 : isElsewhere ? 2 : 1)
  return options.toSorted((a, b) => rank(a) - rank(b))
}

/** The same wallet on another kind of chain, by the name it gives itself: `Phantom`, or `Demo wallet (Solana)`. */
export function sameWallet(
  { name, isDemo }: WalletOption,
  kind: ChainKind,
  options: readonly WalletOption[],
): WalletOption | undefined {
  const base = (text: string) => text.replace(/ \([^)]*\)$/, '')
  return options.find(
    (option) =>
      option.kind === kind && option.isDemo === isDemo && !option.isElsewhere && base(option.name) === base(name),
  )
}

function keyOf(kind: ChainKind): string {
  return `tidegate.lastWallet.${kind}`
}
