import { useEffect, useRef, useState } from 'react'
import { rememberWallet } from '../../components/accounts/lastWallets'
import { useServices } from '../../components/services'
import { errorMessage } from '../../domain/text/errorMessage'
import type { Failure } from '../../orders/failure'
import type { WalletOption } from '../../wallets/wallets'

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
  const [connecting, setConnecting] = useState<Connecting>({ at: 'choosing' })
  const attempt = useRef(0)
  const isAsking = connecting.at === 'asking' && !connecting.isSlow

  useEffect(() => {
    if (!isAsking) return
    const timer = setTimeout(
      () => setConnecting((now) => (now.at === 'asking' ? { ...now, isSlow: true } : now)),
      timeout,
    )
    return () => clearTimeout(timer)
  }, [isAsking])

  useEffect(() => () => void attempt.current++, [])

  const ask = async (option: WalletOption) => {
    const mine = ++attempt.current
    setConnecting({ at: 'asking', option, isSlow: false })
    try {
      await wallets.connect(option.id)
      rememberWallet(option)
      if (mine !== attempt.current) return
      setConnecting({ at: 'choosing' })
      onConnected(option)
    } catch (error) {
      if (mine === attempt.current) setConnecting(refusal(option, error))
    }
  }

  const stopWaiting = () => {
    attempt.current++
    setConnecting({ at: 'choosing' })
  }

  return { connecting, ask, stopWaiting }
}

function refusal(option: WalletOption, error: unknown): Connecting {
  const failure = connectFailureOf(error)
  if (failure?.code === 'rejected') return { at: 'declined', option }
  if (failure) return { at: 'failed', option, failure, detail: failure.detail }
  return { at: 'failed', option, failure: undefined, detail: errorMessage(error) }
}

/** The failure a wallet's refusal carries; `undefined` when it carries none. */
function connectFailureOf(error: unknown): Failure | undefined {
  if (typeof error !== 'object' || error === null || !('failure' in error)) return undefined
  return isFailure(error.failure) ? error.failure : undefined
}

function isFailure(value: unknown): value is Failure {
  if (typeof value !== 'object' || value === null || !('code' in value) || !('facts' in value)) return false
  return typeof value.code === 'string' && typeof value.facts === 'object'
}
