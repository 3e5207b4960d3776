import type { Deployment } from '../../protocol/deployment/deployment'
import type { Pairing } from '../wallets'
import { WalletConnectSession } from './session'

/**
 * The WalletConnect session of a deployment; `undefined` where the operator allows none. Its large library loads with the
 * first connection.
 */
export function openSession(
  { walletConnect, name, chains }: Deployment,
  page: Window,
  onPairing: (pairing: Pairing | undefined) => void,
): WalletConnectSession | undefined {
  if (!walletConnect) return undefined
  return new WalletConnectSession({
    settings: walletConnect,
    name,
    origin: page.location.origin,
    chains,
    storage: page.localStorage,
    onPairing,
    open: async (options) => (await import('./client')).openClient(options),
  })
}
