import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAccounts, useWallets } from '../../../components/accounts/useAccounts'
import { type BalanceState, refetchBalances, useBalance } from '../../../components/tokens/useBalance'
import { formatAmount, fromUnits } from '../../../domain/amount'
import type { ChainKind } from '../../../domain/chain'
import { addressIn } from '../../../domain/writtenAddress'
import { type ManualPayer, payerOf } from '../../../signing/manualPayment/payer'
import type { Account } from '../../../wallets/wallets'
import type { SwapFields } from '../form/useSwapFields'
import { useChecksum } from '../recipient/useChecksum'
import { type MaxButton, useMax } from './useMax'

/** The paying account, its balances, and the buttons that fill in a share of them. */
export type Funds = {
  readonly payer: ManualPayer
  /** The connected account on the sold token's kind of chain, or the refund address of a person who pays by hand. */
  readonly account: string | undefined
  /** The person's own account on the bought token's kind of chain. */
  readonly own: string | undefined
  readonly balance: BalanceState
  /** Of the native coin that pays on the sold token's chain. */
  readonly gasBalance: BalanceState
  readonly buyBalance: BalanceState
  /** The account that pays is a demo wallet which the faucet is still filling. */
  readonly isFunding: boolean
  readonly max: MaxButton
  readonly payShare: (percent: 25 | 50 | 75) => void
}

export function useFunds(fields: SwapFields): Funds {
  const { values, pair, coin, amountText, payTokens } = fields
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
  const max = useMax({ sell, buy, coin, account, balance, typed: amountText }, (amount) =>
    payTokens(formatAmount(amount)),
  )
  return {
    payer,
    account,
    own,
    balance,
    gasBalance: useBalance(coin, watched),
    buyBalance: useBalance(buy, own),
    isFunding: funding !== undefined && funding === watched,
    max,
    payShare: (percent) => {
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
