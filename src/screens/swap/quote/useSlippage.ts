import { useState } from 'react'
import { useServices } from '../../../components/services'
import { usePreferences } from '../../../components/usePreferences'
import { addressKey } from '../../../domain/address'
import type { Amount } from '../../../domain/amount'
import { autoSlippage } from '../../../domain/autoSlippage'
import type { Impact } from '../../../domain/impact'
import type { Token } from '../../../domain/token'
import type { Deployment } from '../../../protocol/deployment'

export type Slippage = {
  readonly bps: number
  readonly isAuto: boolean
  /** The impact that a quote found. The first one of a pair and an amount counts: a tolerance does not move by itself. */
  readonly learn: (impact: Impact) => void
}

/** The tolerance in force: the person's own, or the one of the pair by rule. */
export function useSlippage(sell: Amount | undefined, buy: Token | undefined): Slippage {
  const { deployment } = useServices()
  const isAuto = usePreferences((preferences) => preferences.isAutoSlippage)
  const chosen = usePreferences((preferences) => preferences.slippageBps)
  const [learnt, setLearnt] = useState<{ readonly about: string; readonly impact: Impact }>()
  const about = sell && buy ? [sell.token.id, sell.units, buy.id].join(' ') : ''
  const impact = learnt?.about === about ? learnt.impact : undefined
  const bps =
    isAuto && sell && buy
      ? autoSlippage(sell.token, buy, impact, isWrappedPair(sell.token, buy, deployment)).bps
      : chosen
  return {
    bps,
    isAuto,
    learn: (impact) => {
      if (about !== '' && learnt?.about !== about) setLearnt({ about, impact })
    },
  }
}

/** A coin and its wrapped form: one for one, whatever the market does. */
function isWrappedPair(one: Token, other: Token, { chains }: Deployment): boolean {
  const wrapped = chains.find(({ chainId }) => chainId === one.chain.chainId)?.wrappedNative
  if (wrapped === undefined || one.chain.chainId !== other.chain.chainId || one.isNative === other.isNative)
    return false
  return addressKey((one.isNative ? other : one).address) === addressKey(wrapped)
}
