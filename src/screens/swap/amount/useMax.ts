import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePreferences } from '../../../components/preferences'
import { useServices } from '../../../components/services'
import type { BalanceState } from '../../../components/tokens/useBalance'
import type { Amount } from '../../../domain/amount'
import type { Token } from '../../../domain/token'
import { useMessages } from '../../../ui/messages'
import { swapMessages } from '../messages'

export type MaxQuestion = {
  readonly sell: Token | undefined
  readonly buy: Token | undefined
  /** The chain's own coin, which pays for the steps. */
  readonly coin: Token | undefined
  readonly account: string | undefined
  readonly balance: BalanceState
}

/**
 * Everything there is of a token. Of a chain's own coin the cost of all steps stays behind, as the service tells it
 * for just this swap, and the screen says so.
 */
export function useMax({ sell, buy, coin, account, balance }: MaxQuestion) {
  const queries = useQueryClient()
  const { client, deployment } = useServices()
  const slippageBps = usePreferences((preferences) => preferences.slippageBps)
  const messages = useMessages(swapMessages)
  const [note, setNote] = useState('')
  const [isEstimating, setEstimating] = useState(false)

  return { note, isEstimating, forget: () => setNote(''), estimate }

  async function estimate(pay: (amount: Amount) => void) {
    if (!sell || balance.is !== 'known' || isEstimating) return
    setNote('')
    const all = { token: sell, units: balance.units }
    if (!sell.isNative) return pay(all)

    setEstimating(true)
    const { maxAmountOf } = await import('./maxAmount')
    const question = { sell: all, buy, slippageBps, sender: account, recipient: undefined }
    const { amount, kept } = await maxAmountOf(question, coin, { queries, client, deployment })
    setEstimating(false)
    setNote(amount.units > 0n ? messages.maxKept(kept, sell.symbol) : messages.maxNothing(sell.symbol))
    if (amount.units > 0n) pay(amount)
  }
}
