import { useState } from 'react'
import { useServices } from '../../../components/services'
import { usePreferences } from '../../../components/usePreferences'
import { addressKey } from '../../../domain/address'
import type { Amount } from '../../../domain/amount'
import { autoSlippage } from '../../../domain/autoSlippage'
import type { Impact } from '../../../domain/prices/impact'
import type { Token } from '../../../domain/token'
import type { Deployment } from '../../../protocol/deployment/deployment'

/** The tolerance in force: the person's own, or the one of the pair by rule. */
export function useSlippage(sell: Amount | undefined, buy: Token | undefined) {
  const { deployment } = useServices()
  const isAuto = usePreferences((preferences) => preferences.isAutoSlippage)
  const chosen = usePreferences((preferences) => preferences.slippageBps)
  const [learnt, setLearnt] = useState<{ readonly about: string; readonly auto: number }>()
  const about = sell && buy ? [sell.token.id, sell.units, buy.id].join(' ') : ''
  const known = learnt?.about === about ? learnt.auto : undefined
  const autoFor = (impact: Impact | undefined) =>
    sell && buy && autoSlippage(sell.token, buy, impact, isWrappedPair(sell.token, buy, deployment))
  const auto = isAuto ? (known ?? autoFor(undefined)) : undefined
  return {
    bps: auto ?? chosen,
    isAuto,
    /** The impact that a quote found. After the first one of a pair and an amount a tolerance only ever narrows. */
    learn: (impact: Impact) => {
      const next = autoFor(impact)
      if (next && (!known || next < known)) setLearnt({ about, auto: next })
    },
  }
}

/** A native coin and its wrapped form: always 1:1, independent of the market. */
export function isWrappedPair(one: Token, other: Token, { chains }: Deployment): boolean {
  const wrapped = chains.find(({ chainId }) => chainId === one.chain.chainId)?.wrappedNative
  if (wrapped === undefined || one.chain.chainId !== other.chain.chainId || one.isNative === other.isNative)
    return false
  return addressKey((one.isNative ? other : one).address) === addressKey(wrapped)
}
