import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../../../components/services'
import type { BalanceState } from '../../../components/tokens/useBalance'
import { usePreferences } from '../../../components/usePreferences'
import { type Amount, formatAmount } from '../../../domain/amount'
import type { Token } from '../../../domain/token'
import { useMessages } from '../../../ui/messages'
import { swapMessages } from '../messages'

export type MaxQuestion = {
  readonly sell: Token | undefined
  readonly buy: Token | undefined
  /** The native coin, which pays the network cost of the steps. */
  readonly coin: Token | undefined
  readonly account: string | undefined
  readonly balance: BalanceState
  /** The amount currently in the form. */
  readonly typed: string
}

/** The Max button. */
export type MaxButton = {
  /** The amount kept back and why; shown until the amount is edited. */
  readonly note: string
  readonly isEstimating: boolean
  readonly pay: () => void
}

/**
 * The whole balance of a token. Of a native coin, the network cost of all steps is kept back, as the service estimates
 * it for this swap, and the screen shows it.
 */
export function useMax(question: MaxQuestion, onAmount: (amount: Amount) => void): MaxButton {
  const { sell, buy, coin, account, balance, typed } = question
  const queries = useQueryClient()
  const { client, deployment, wallets } = useServices()
  const slippageBps = usePreferences((preferences) => preferences.slippageBps)
  const messages = useMessages(swapMessages)
  const [note, setNote] = useState({ text: '', of: '' })
  const [isEstimating, setEstimating] = useState(false)

  const formWith = (amount: string) => [sell?.id, buy?.id, amount].join(' ')
  return { note: note.of === formWith(typed) ? note.text : '', isEstimating, pay: () => void pay() }

  async function pay() {
    if (!sell || balance.is !== 'known' || isEstimating) return
    setNote({ text: '', of: '' })
    const all = { token: sell, units: balance.units }
    if (!sell.isNative) return onAmount(all)

    setEstimating(true)
    const { maxAmountOf } = await import('./maxAmount')
    const asked = { sell: all, buy, slippageBps, sender: account, recipient: undefined }
    const { amount, kept } = await maxAmountOf(asked, coin, { queries, client, deployment, wallets })
    setEstimating(false)
    if (amount.units === 0n) return setNote({ text: messages.maxNothing(sell.symbol), of: formWith(typed) })
    setNote({ text: messages.maxKept(kept, sell.symbol), of: formWith(formatAmount(amount)) })
    onAmount(amount)
  }
}
