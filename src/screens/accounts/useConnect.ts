import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { rememberWallet } from '../../components/accounts/lastWallets'
import { useServices } from '../../components/services'
import { errorMessage } from '../../domain/text/errorMessage'
import type { Failure } from '../../orders/failure'
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

/** Connects one wallet at a time. After the person cancels, late answers of that wallet are ignored. */
export function useConnect(onConnected: (option: WalletOption) => void) {
  const { wallets } = useServices()
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
        onConnected(option)
      },
    })
  return { connecting: connectingOf(), ask, stopWaiting: reset }

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
