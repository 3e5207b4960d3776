import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useServices } from '../../components/services'
import type { ChainKind } from '../../domain/chain'
import { chainKinds } from '../../domain/chainKinds'
import { errorMessage } from '../../domain/text/errorMessage'
import type { Failure } from '../../orders/failure'
import { storedText, storeText } from '../../ui/browserStorage'
import { WalletFailure, type WalletOption } from '../../wallets/wallets'

/** The state of a connection request to a wallet. */
export type Connecting =
  | { readonly at: 'choosing' }
  | { readonly at: 'asking'; readonly option: WalletOption; readonly isSlow: boolean }
  | { readonly at: 'declined'; readonly option: WalletOption }
  | {
      readonly at: 'failed'
      readonly option: WalletOption
      readonly failure: Failure | undefined
      readonly detail: string | undefined
    }

/** Milliseconds after which a silent wallet may be waiting behind another window. */
const timeout = 10_000

/**
 * Connects one wallet at a time: first one of `kind`, then one of `also`, immediately if it is the same wallet, else the
 * one the person chooses. After the person cancels, late answers of a wallet are ignored.
 */
export function useConnect(kind: ChainKind | undefined, also: ChainKind | undefined, onClose: () => void) {
  const { wallets } = useServices()
  const [isSecond, setSecond] = useState(false)
  const { mutate, reset, isPending, submittedAt, variables, error } = useMutation({
    networkMode: 'always',
    mutationFn: async (option: WalletOption) => {
      await wallets.connect(option.id)
      rememberWallet(option)
    },
  })
  const [slowest, setSlowest] = useState(0)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setSlowest(submittedAt), timeout)
    return () => clearTimeout(timer)
  }, [isPending, submittedAt])

  const ask = (option: WalletOption) =>
    mutate(option, {
      onSuccess: () => {
        reset()
        continueAfter(option)
      },
    })
  return { connecting: connectingOf(), isSecond, ask, stopWaiting: reset }

  function continueAfter(option: WalletOption) {
    const { accounts, options } = wallets.store.getState()
    const isEnough = also === kind || also === option.kind || accounts.some((account) => account.kind === also)
    if (!also || isEnough || chainKinds[also].isPaidByHand) return onClose()
    setSecond(true)
    const same = sameWallet(option, also, options)
    if (same) ask(same)
  }

  function connectingOf(): Connecting {
    if (variables && isPending) return { at: 'asking', option: variables, isSlow: slowest === submittedAt }
    return variables && error ? refusal(variables, error) : { at: 'choosing' }
  }
}

function refusal(option: WalletOption, error: Error): Connecting {
  const failure = error instanceof WalletFailure ? error.failure : undefined
  if (failure?.code === 'rejected') return { at: 'declined', option }
  return { at: 'failed', option, failure, detail: failure ? failure.detail : errorMessage(error) }
}

/** The wallet a person connected last for chains of a kind, by its id. It outlives the connection. */
export function lastWallet(kind: ChainKind): string | undefined {
  return storedText(keyOf(kind)) ?? undefined
}

function rememberWallet({ kind, id }: Pick<WalletOption, 'kind' | 'id'>): void {
  storeText(keyOf(kind), id)
}

/** The wallet used last, then those of this browser, then those elsewhere; otherwise as they were found. */
export function lastUsedFirst(options: readonly WalletOption[], last: string | undefined): readonly WalletOption[] {
  const rank = ({ id, isElsewhere }: WalletOption) => (id === last ? 0 : isElsewhere ? 2 : 1)
  return options.toSorted((a, b) => rank(a) - rank(b))
}

/** The same wallet on another kind of chain, by the name it gives itself: `Phantom`, or `Demo wallet (Solana)`. */
function sameWallet(
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
