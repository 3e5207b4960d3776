import { useStore } from 'zustand'
import { chainKinds } from '../../domain/chainKinds'
import type { Account, WalletsState } from '../../wallets/wallets'
import { useServices } from '../services'

/** The connected accounts, over all wallets and kinds of chains. */
export function useAccounts(): readonly Account[] {
  return useWallets(({ accounts }) => accounts)
}

/** Until the wallets of an earlier visit are restored, no screen reports a missing account. */
export function useIsRestoring(): boolean {
  return useWallets(({ at }) => at === 'restoring')
}

/** The connected account that can hold positions. */
export function useLiquidityAccount(): string | undefined {
  return useAccounts().find(({ kind }) => chainKinds[kind].hasLiquidity)?.address
}

/** A part of the state of the wallets. */
export function useWallets<Part>(select: (state: WalletsState) => Part): Part {
  return useStore(useServices().wallets.store, select)
}
