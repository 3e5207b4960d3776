import { useMemo } from 'react'
import { useTokens } from '../../../components/tokens/useTokens'
import { type Amount, parseAmount } from '../../../domain/amount'
import type { Token } from '../../../domain/token'
import { refOf } from '../../../domain/tokenPair'
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
export type SwapFields = ReturnType<typeof useSwapFields>

export function useSwapFields() {
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
    /** The native coin of the sold token's chain, which pays the network cost. */
    coin: tokens.find(({ chain, isNative }) => isNative && chain.chainId === sell?.chain.chainId),
    /** Tokens that the link names and the service does not list. */
    unknownTokens: unknown,
    typed: sell ? parseAmount(sell, amountText) : ({ is: 'empty' } as const),
    /** The amount to pay in tokens, as text, regardless of the unit in which it was entered. */
    amountText,
    choose: (side: 'sell' | 'buy', token: Token) => change((form) => chooseToken(form, pair, side, token)),
    /** `received`: the output of the quote, which becomes the payment. */
    reverse: (received?: Amount) => change((form) => reverseSides(form, pair, received)),
    /** An amount in tokens: typed, or a part of the balance. */
    payTokens: (text: string) => fill(enteredTokens(text)),
    /** Fills in some fields. Tokens that the form only suggested until now are then chosen as well. */
    fill,
  }
}
