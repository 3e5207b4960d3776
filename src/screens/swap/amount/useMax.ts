import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePreferences } from '../../../components/preferences'
import { useServices } from '../../../components/services'
import type { Balance } from '../../../components/tokens/useBalance'
import type { Amount } from '../../../domain/amount'
import type { Token } from '../../../domain/token'
import { useWords } from '../../../ui/messages'
import { swapWords } from '../messages'

export type MaxQuestion = {
  readonly sell: Token | undefined
  readonly buy: Token | undefined
  /** The chain's own coin, which pays for the steps. */
  readonly coin: Token | undefined
  readonly account: string | undefined
  readonly balance: Balance
}

/**
 * Everything there is of a token. Of a chain's own coin the cost of all steps stays behind, as the service tells it
 * for just this swap, and the screen says so.
 */
export function useMax({ sell, buy, coin, account, balance }: MaxQuestion) {
  const queries = useQueryClient()
  const { client, deployment } = useServices()
  const slippageBps = usePreferences((preferences) => preferences.slippageBps)
  const words = useWords(swapWords)
  const [note, setNote] = useState('')
  const [isReckoning, setReckoning] = useState(false)

  return { note, isReckoning, forget: () => setNote(''), reckon }

  async function reckon(pay: (amount: Amount) => void) {
    if (!sell || balance.is !== 'known' || isReckoning) return
    setNote('')
    const all = { token: sell, units: balance.units }
    if (!sell.isNative) return pay(all)

    setReckoning(true)
    const { mostOf } = await import('./maxAmount')
    const question = { sell: all, buy, slippageBps, sender: account, recipient: undefined }
    const { amount, kept } = await mostOf(question, coin, { queries, client, deployment })
    setReckoning(false)
    setNote(amount.units > 0n ? words.maxKept(kept, sell.symbol) : words.maxNothing(sell.symbol))
    if (amount.units > 0n) pay(amount)
  }
}
