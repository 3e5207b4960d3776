import { type LazyWallets, type LazyWalletsDeps, once, storedIn } from '../lazyWallets'
import { isInSafe } from '../safe/isInSafe'
import type { EvmWallets } from './evmWallets'
import type { EvmNodes } from './nodes'

/** wagmi's storage key of the wallet that was connected last. */
const recentKey = 'tidegate.recentConnectorId'

export type LazyEvmWallets = Omit<LazyWallets, 'opened'> & {
  readonly opened: () => EvmWallets | undefined
  readonly nodes: () => Promise<EvmNodes>
}

/** EVM wallets; a caller that only reads a chain loads only its nodes. */
export function lazyEvmWallets({ deployment, page, link, onFailed, onChange }: LazyWalletsDeps): LazyEvmWallets {
  let wallets: EvmWallets | undefined
  const opened = () => wallets
  const nodes = once(async () => {
    const { createEvmNodes } = await import('./nodes')
    return createEvmNodes(deployment.chains, () => wallets?.provider())
  })
  const open = once(async () => {
    const [{ EvmWallets }, node, linked] = await Promise.all([import('./evmWallets'), nodes(), link()])
    wallets = new EvmWallets({ deployment, node, page, link: linked, onFailed, onChange })
    return wallets
  })
  return {
    discover: open,
    restore: () =>
      storedIn(page, recentKey) || isInSafe(deployment, page) ? open().then((evm) => evm.restore()) : undefined,
    open,
    opened,
    options: () => wallets?.options() ?? [],
    nodes,
  }
}
