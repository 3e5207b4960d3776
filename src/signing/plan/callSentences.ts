import { reasonText } from '../../components/reasons/reasonText'
import { exchangedSigns } from '../../domain/text/locale'
import { type ContractCall, type Effect, whyUnread } from '../../guard/decode/evm/call'
import type { PaymentStep } from '../../guard/plan'
import type { ReviewMessages } from '../review/messages'
import { isUnlimited, type Names } from './names'

/**
 * Sentences for what a call does, one for each effect, in order. Calls inside a multicall spend the native coins sent
 * with the outer call.
 */
export function sentencesOf(
  call: ContractCall,
  chainId: number,
  names: Names,
  messages: ReviewMessages,
  coins = call.value,
): readonly string[] {
  const { effect } = call
  if (effect.does === 'batch')
    return effect.calls.flatMap((inner) => sentencesOf(inner, chainId, names, messages, coins))
  return [sentenceOf(call, effect, coins, chainId, names, messages.does)]
}

/** The amount to pay manually, and the required contents of the payment. */
export function paymentSentences(step: PaymentStep, names: Names, { does }: ReviewMessages): readonly string[] {
  const { toSign } = step
  if (toSign)
    return [
      does.signPayment(names.amount(step.chainId, 'native', step.units), step.to),
      ...(step.memo === undefined ? [] : [does.carries(step.memo)]),
      does.costs(names.amount(step.chainId, 'native', toSign.fee)),
    ]
  const payment = does.payByHand(names.amount(step.chainId, 'native', step.units), step.to)
  return step.memo === undefined ? [payment] : [payment, does.attach(step.memo)]
}

type Single = Exclude<Effect, { does: 'batch' }>

function sentenceOf(
  call: ContractCall,
  effect: Single,
  coins: bigint,
  chainId: number,
  names: Names,
  does: ReviewMessages['does'],
): string {
  const amount = (token: string, units: bigint | 'all held') => names.amount(chainId, token, units)
  const token = (address: string) => names.token(chainId, address)
  const who = (address: string) => names.who(chainId, address)

  switch (effect.does) {
    case 'pay':
      return does.pay(amount('native', call.value), who(call.to))
    case 'approve':
      if (effect.amount === 0n) return does.revoke(who(effect.spender), token(effect.token))
      if (isUnlimited(effect.amount)) return does.approveAll(who(effect.spender), token(effect.token))
      return does.approve(who(effect.spender), amount(effect.token, effect.amount))
    case 'swap': {
      // A router wraps received native coins itself, so the native coin is the input.
      const isCoin = effect.amountIn === coins && names.isWrapped(chainId, effect.tokenIn)
      const sold = amount(isCoin ? 'native' : effect.tokenIn, effect.amountIn)
      const bought = amount(effect.tokenOut, effect.minimumReceived)
      return (effect.isExactIn ? does.swap : does.swapExactOut)(sold, bought, who(effect.recipient))
    }
    case 'wrap':
      return does.wrap(amount('native', effect.amount), token(effect.token), who(effect.recipient))
    case 'unwrap':
      return does.unwrap(amount(effect.token, effect.amount), token('native'), who(effect.recipient))
    case 'sweep':
      if (effect.token === 'native' && effect.minimum === 0n) return does.refund(token('native'), who(effect.recipient))
      return does.sweep(token(effect.token), who(effect.recipient))
    case 'pull':
      return does.pull(amount(effect.token, effect.amount))
    case 'fee':
      return does.fee(exchangedSigns(`${Number(effect.bps) / 100}`), token(effect.token), who(effect.recipient))
    case 'bridge': {
      const far = Number(effect.toChain)
      const owed = names.amount(far, effect.tokenOut, effect.minimumReceived)
      return does.bridge(amount(effect.token, effect.amount), names.who(far, effect.recipient), owed, names.chain(far))
    }
    case 'reclaim':
      return does.reclaim(`${effect.id}`, who(call.to))
    case 'mint':
      return does.mint(
        amount(effect.token0, effect.amount0),
        amount(effect.token1, effect.amount1),
        who(effect.recipient),
      )
    case 'position':
      return does[effect.how](effect.id)
    case 'create pool':
      return does.createPool(token(effect.token0), token(effect.token1))
    case 'forbidden':
      return does.forbidden(reasonText(effect.what))
    case 'unknown':
      return does.unknown(who(call.to), reasonText(whyUnread(call)))
  }
}
