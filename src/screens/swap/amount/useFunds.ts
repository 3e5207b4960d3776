import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAccounts, useWallets } from '../../../components/accounts/useAccounts'
import { useServices } from '../../../components/services'
import { type BalanceState, refetchBalances, useBalance } from '../../../components/tokens/useBalance'
import { usePreferences } from '../../../components/usePreferences'
import { formatAmount, fromUnits } from '../../../domain/amount'
import type { ChainKind } from '../../../domain/chain'
import { addressIn } from '../../../domain/writtenAddress'
import { payerOf } from '../../../signing/manualPayment/payer'
import { useMessages } from '../../../ui/messages'
import type { Account } from '../../../wallets/wallets'
import type { SwapFields } from '../form/swapFields'
import { swapMessages } from '../messages'
import { useChecksum } from '../recipient/useChecksum'

/** The paying account, its balances, and the buttons that fill in a share of them. */
export type Funds = ReturnType<typeof useFunds>

export function useFunds(fields: SwapFields) {
  const { values, pair, coin, payTokens } = fields
  const { sell, buy } = pair
  const accounts = useAccounts()
  const funding = useWallets(({ funding }) => funding?.[0])
  useBalancesAfterFunding(funding)
  const typedPayer = sell ? addressIn(values.payer, [sell.chain]) : values.payer
  const payer = payerOf(typedPayer, sell?.chain, useChecksum(typedPayer, sell?.chain))
  const account = payer.is === 'given' ? payer.address : addressOn(accounts, sell?.chain.kind)
  // The balance of a wallet that is not connected is not read: the person pays from it by hand.
  const watched = payer.is === 'wallet' ? account : undefined
  const own = addressOn(accounts, buy?.chain.kind)
  const balance = useBalance(sell, watched)
  return {
    payer,
    /** The connected account on the sold token's kind of chain, or the refund address of a person who pays by hand. */
    account,
    /** The person's own account on the bought token's kind of chain. */
    own,
    balance,
    gasBalance: useBalance(coin, watched),
    buyBalance: useBalance(buy, own),
    /** The account that pays is a demo wallet which the faucet is still filling. */
    isFunding: funding !== undefined && funding === watched,
    max: useMax(fields, account, balance),
    payShare: (percent: 25 | 50 | 75) => {
      if (sell && balance.is === 'known') payTokens(fromUnits(balanceShare(balance.units, percent), sell.decimals))
    },
  }
}

/** Refetches balances as soon as the faucet has paid. */
function useBalancesAfterFunding(funding: string | undefined) {
  const queries = useQueryClient()
  useEffect(() => {
    if (funding === undefined) return
    return () => refetchBalances(queries)
  }, [funding, queries])
}

/** The connected account of a kind of chain. */
function addressOn(accounts: readonly Account[], kind: ChainKind | undefined): string | undefined {
  return accounts.find((account) => account.kind === kind)?.address
}

/** A share of a balance, rounded down. */
export function balanceShare(balance: bigint, percent: 25 | 50 | 75): bigint {
  return (balance * BigInt(percent)) / 100n
}

/**
 * The whole balance of a token. Of a native coin, the network cost of all steps is kept back, as the service estimates
 * it for this swap, and the screen shows it.
 */
function useMax(
  { pair: { sell, buy }, coin, amountText, payTokens }: SwapFields,
  account: string | undefined,
  balance: BalanceState,
) {
  const queries = useQueryClient()
  const { client, deployment, wallets } = useServices()
  const slippageBps = usePreferences((preferences) => preferences.slippageBps)
  const messages = useMessages(swapMessages)
  const [note, setNote] = useState({ text: '', of: '' })
  const [isEstimating, setEstimating] = useState(false)

  const formWith = (amount: string) => [sell?.id, buy?.id, amount].join(' ')
  return {
    /** The amount kept back and why; shown until the amount is edited. */
    note: note.of === formWith(amountText) ? note.text : '',
    isEstimating,
    pay: () => void pay(),
  }

  async function pay() {
    if (!sell || balance.is !== 'known' || isEstimating) return
    setNote({ text: '', of: '' })
    const all = { token: sell, units: balance.units }
    if (!sell.isNative) return payTokens(formatAmount(all))

    setEstimating(true)
    const { maxAmountOf } = await import('./maxAmount')
    const asked = { sell: all, buy, slippageBps, sender: account, recipient: undefined }
    const { amount, kept } = await maxAmountOf(asked, coin, { queries, client, deployment, wallets })
    setEstimating(false)
    if (amount.units === 0n) return setNote({ text: messages.maxNothing(sell.symbol), of: formWith(amountText) })
    setNote({ text: messages.maxKept(kept, sell.symbol), of: formWith(formatAmount(amount)) })
    payTokens(formatAmount(amount))
  }
}
