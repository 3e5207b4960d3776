import { useMemo } from 'react'
import { useTokens } from '../../../components/tokens/useTokens'
import { type Amount, parseAmount, type TypedAmount } from '../../../domain/amount'
import type { Token } from '../../../domain/token'
import { refOf, type TokenPair, type TokenRef } from '../../../domain/tokenPair'
import { useFormInUrl } from '../../../ui/hooks/useFormInUrl'
import { enteredTokens, tokenTextOf } from './enteredAmount'
import {
  chooseToken,
  formPairOf,
  reverseSides,
  type SwapFormValues,
  swapFormLink,
  takenOf,
  unknownTokens,
} from './form'

/** The person's entries, and their meaning. */
export type SwapFields = {
  readonly values: SwapFormValues
  readonly tokens: readonly Token[]
  readonly pair: TokenPair
  /** The native coin of the sold token's chain, which pays the network cost. */
  readonly coin: Token | undefined
  /** Tokens that the link names and the service does not list. */
  readonly unknownTokens: readonly TokenRef[]
  readonly typed: TypedAmount
  /** The amount to pay in tokens, as text, regardless of the unit in which it was entered. */
  readonly amountText: string
  readonly choose: (side: 'sell' | 'buy', token: Token) => void
  /** `received`: the output of the quote, which becomes the payment. */
  readonly reverse: (received?: Amount) => void
  /** An amount in tokens: typed, or a part of the balance. */
  readonly payTokens: (text: string) => void
  /** Fills in some fields. Tokens that the form only suggested until now are then chosen as well. */
  readonly fill: (values: Partial<SwapFormValues>) => void
}

export function useSwapFields(): SwapFields {
  const { tokens } = useTokens()
  const [form, setForm] = useFormInUrl(swapFormLink)
  const { from, to, unread } = form
  // There may be ten thousand tokens, and every key and tick of the form comes by here.
  const pair = useMemo(() => formPairOf({ from, to, unread }, tokens), [from, to, unread, tokens])
  const unknown = useMemo(() => (tokens.length > 0 ? unknownTokens({ from, to }, tokens) : []), [from, to, tokens])
  const values = takenOf(form, unknown)
  const change = (next: (form: SwapFormValues) => SwapFormValues) =>
    setForm((form) => ({ ...next(takenOf(form, unknown)), unread: undefined }))
  const { sell, buy } = pair
  const amountText = tokenTextOf(values, sell)
  const fill = (filled: Partial<SwapFormValues>) =>
    change((form) => ({
      ...form,
      from: form.from ?? (sell && refOf(sell)),
      to: form.to ?? (buy && refOf(buy)),
      ...filled,
    }))
  return {
    values,
    tokens,
    pair,
    coin: tokens.find(({ chain, isNative }) => isNative && chain.chainId === sell?.chain.chainId),
    unknownTokens: unknown,
    typed: sell ? parseAmount(sell, amountText) : { is: 'empty' },
    amountText,
    choose: (side, token) => change((form) => chooseToken(form, pair, side, token)),
    reverse: (received) => change((form) => reverseSides(form, pair, received)),
    payTokens: (text) => fill(enteredTokens(text)),
    fill,
  }
}
