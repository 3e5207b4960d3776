import { useStore } from 'zustand'
import { usePreferences } from '../../components/preferences'
import { quoteStaleAfter } from '../../components/quoteAge'
import { useServices } from '../../components/services'
import { refOf, type TokenRef } from '../../components/swapLink'
import { imageOf } from '../../components/tokens/image'
import type { BalanceState } from '../../components/tokens/useBalance'
import { useBalance } from '../../components/tokens/useBalance'
import { useTokens } from '../../components/tokens/useTokens'
import { type Amount, formatAmount, fromUnits, parseAmount, type TypedAmount } from '../../domain/amount'
import type { ChainKind } from '../../domain/chain'
import { amountFigure, figureText } from '../../domain/figure'
import type { Token } from '../../domain/token'
import type { SwapIntent } from '../../guard/intent'
import { rawSlippage } from '../../preparation/slippage'
import type { PriceQuestion } from '../../preparation/swapRequest'
import { isFinal } from '../../protocol/refusal'
import { type ManualPayer, payerOf } from '../../signing/manualPayment/payer'
import { useOnline } from '../../ui/hooks/useOnline'
import { useMessages } from '../../ui/messages'
import type { Account } from '../../wallets/wallets'
import { balanceShare } from './amount/balanceShare'
import { useMax } from './amount/useMax'
import {
  chooseToken,
  reverseSides,
  type SwapFormValues,
  selectedPair,
  type TokenPair,
  unknownTokens,
} from './form/form'
import { type PriceState, type Recipient, type SwapFormIssue, swapFormIssues } from './form/formIssues'
import { useSwapForm } from './form/useSwapForm'
import { swapMessages } from './messages'
import type { QuoteView } from './quote/quoteView'
import { useAnnouncement } from './quote/useAnnouncement'
import { useQuote } from './quote/useQuote'
import { recipientOf } from './recipient/recipient'
import { useChecksum } from './recipient/useChecksum'

/** What the swap form knows and can do. */
export type Swap = {
  readonly form: SwapFormValues
  readonly tokens: readonly Token[]
  readonly pair: TokenPair
  readonly unknownTokens: readonly TokenRef[]
  readonly typed: TypedAmount
  /** The account that pays, and the one that would receive. */
  readonly account: string | undefined
  readonly payer: ManualPayer
  readonly own: string | undefined
  readonly recipient: Recipient
  readonly balance: BalanceState
  readonly buyBalance: BalanceState
  readonly quote: QuoteView | undefined
  readonly isFinding: boolean
  readonly isEstimate: boolean
  readonly age: number | undefined
  readonly slippageBps: number
  readonly rawSlippage: string
  readonly issues: readonly SwapFormIssue[]
  /** What to review, once nothing stands in the way. */
  readonly intent: SwapIntent | undefined
  readonly announcement: string
  readonly maxNote: string
  readonly isEstimatingMax: boolean

  choose(side: 'sell' | 'buy', token: Token): void
  reverse(): void
  typeAmount(text: string): void
  payShare(percent: 25 | 50 | 75): void
  payMax(): void
  typePayer(text: string): void
  typeRecipient(text: string): void
  confirmRecipient(): void
  removeRecipient(): void
  refresh(): void
  imageOf(token: Token): string | undefined
}

/** `isPaused`: something lies over the form, so nothing needs to be asked for it. */
export function useSwap(isPaused: boolean): Swap {
  const { deployment, wallets } = useServices()
  const messages = useMessages(swapMessages)
  const { slippageBps, onlySwapTransactions } = usePreferences((preferences) => preferences)
  const accounts = useStore(wallets.store, (state) => state.accounts)
  const isOnline = useOnline()
  const { tokens } = useTokens()
  const [form, change] = useSwapForm()

  const pair = selectedPair(form, tokens)
  const { sell, buy } = pair
  const typed: TypedAmount = sell ? parseAmount(sell, form.amount) : { is: 'empty' }
  const payer = payerOf(form.payer, sell?.chain, useChecksum(form.payer, sell?.chain))
  const account = payer.is === 'given' ? payer.address : addressOn(accounts, sell?.chain.kind)
  const watched = payer.is === 'wallet' ? account : undefined
  const own = addressOn(accounts, buy?.chain.kind)
  const recipient = recipientOf({
    typed: form.recipient,
    isConfirmed: form.isRecipientConfirmed,
    sell,
    buy,
    own,
    tokens,
    hasValidChecksum: useChecksum(form.recipient, buy?.chain),
  })
  const receiver = recipient.is === 'own' || recipient.is === 'given' ? recipient.address : undefined

  const balance = useBalance(sell, watched)
  const coin = tokens.find(({ chain, isNative }) => isNative && chain.chainId === sell?.chain.chainId)
  const gasBalance = useBalance(coin, watched)
  const buyBalance = useBalance(buy, own)

  const asked: PriceQuestion | undefined =
    typed.is === 'amount' && typed.amount.units > 0n && buy
      ? { sell: typed.amount, buy, slippageBps, sender: account, recipient: receiver }
      : undefined
  const quote = useQuote(asked, coin, isPaused || !isOnline)
  const price = priceStateOf(quote, asked !== undefined)

  const issues = swapFormIssues({
    isOnline,
    sell,
    buy,
    typed,
    account,
    payer,
    recipient,
    balance,
    gasBalance,
    price,
    checks: 'passed',
  })
  const max = useMax({ sell, buy, coin, account, balance })

  const intent =
    asked && account !== undefined && receiver !== undefined
      ? intentOf(asked, account, receiver, onlySwapTransactions)
      : undefined
  const minimum = quote.offer?.minimum
  const announcement = useAnnouncement(
    minimum && buy ? messages.announce(figureText(amountFigure(minimum)), buy.symbol) : '',
  )

  return {
    form,
    tokens,
    pair,
    unknownTokens: tokens.length > 0 ? unknownTokens(form, tokens) : [],
    typed,
    account,
    payer,
    own,
    recipient,
    balance,
    buyBalance,
    quote: quote.offer,
    isFinding: quote.isFinding,
    isEstimate: account === undefined,
    age: quote.age,
    slippageBps,
    rawSlippage: String(rawSlippage(slippageBps, deployment.slippageUnit)),
    issues,
    intent,
    announcement,
    maxNote: max.note,
    isEstimatingMax: max.isEstimating,

    ...formActions({ pair, change, balance, max }),
    refresh: quote.refresh,
    imageOf: (token) => imageOf(deployment, token),
  }
}

function intentOf(
  { sell, buy, slippageBps }: PriceQuestion,
  sender: string,
  recipient: string,
  skipNonSwapTransactions: boolean,
): SwapIntent {
  return { kind: 'swap', sell, buy, slippageBps, sender, recipient, skipNonSwapTransactions }
}

type FormActions = {
  readonly pair: TokenPair
  readonly change: ReturnType<typeof useSwapForm>[1]
  readonly balance: BalanceState
  readonly max: ReturnType<typeof useMax>
}

/** What the person can do with the form. */
function formActions({ pair, change, balance, max }: FormActions) {
  const { sell, buy } = pair
  /** The form with the tokens that were assumed until now written into it. */
  const named = (form: SwapFormValues): SwapFormValues => ({
    ...form,
    from: form.from ?? (sell && refOf(sell)),
    to: form.to ?? (buy && refOf(buy)),
  })
  const pay = (amount: string) => {
    max.forget()
    change((form) => ({ ...named(form), amount }))
  }
  return {
    choose: (side: 'sell' | 'buy', token: Token) => {
      max.forget()
      change((form) => chooseToken(form, pair, side, token))
    },
    reverse: () => {
      max.forget()
      change((form) => reverseSides(form, pair))
    },
    typeAmount: pay,
    payShare: (percent: 25 | 50 | 75) => {
      if (sell && balance.is === 'known') pay(fromUnits(balanceShare(balance.units, percent), sell.decimals))
    },
    payMax: () =>
      max.estimate((amount: Amount) => change((form) => ({ ...named(form), amount: formatAmount(amount) }))),
    typePayer: (payer: string) => change((form) => ({ ...named(form), payer })),
    typeRecipient: (recipient: string) => change((form) => ({ ...named(form), recipient, isRecipientConfirmed: true })),
    confirmRecipient: () => change((form) => ({ ...form, isRecipientConfirmed: true })),
    removeRecipient: () => change((form) => ({ ...form, recipient: undefined, isRecipientConfirmed: false })),
  }
}

/** What the form needs to know of the price. */
function priceStateOf(quote: ReturnType<typeof useQuote>, isAsked: boolean): PriceState {
  const { offer, refusal, age = 0, retryIn } = quote
  if (!isAsked) return { is: 'none' }
  if (offer) return { is: 'found', isStale: age > quoteStaleAfter, impact: offer.impact, gas: offer.gas }
  if (refusal) return { is: 'refused', why: refusal.sentence, isFinal: isFinal(refusal), retryIn }
  return { is: 'finding' }
}

/** The connected account of a kind of chain. */
function addressOn(accounts: readonly Account[], kind: ChainKind | undefined): string | undefined {
  return accounts.find((account) => account.kind === kind)?.address
}
