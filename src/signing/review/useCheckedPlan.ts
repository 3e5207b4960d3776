import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../domain/text/errorMessage'
import type { Token } from '../../domain/token'
import type { CheckedLiquidity } from '../../guard/check/checkedPlan'
import type { LiquidityIntent } from '../../guard/liquidityIntent'
import { prepareAndCheck } from '../../preparation/liquidity/prepareLiquidity'
import { usePrepareDeps } from '../usePrepareDeps'

const renewEvery = 10_000

/**
 * The plan for an intent whose transactions the app builds itself: prepared and simulated immediately, and again every
 * few seconds while shown. Restarts when the intent changes.
 */
export function useCheckedPlan(intent: LiquidityIntent | undefined, tokens: readonly Token[]) {
  const [found, setFound] = useState<{ readonly intent: LiquidityIntent; readonly checked: CheckedLiquidity }>()
  const [problem, setProblem] = useState<string>()
  const [attempt, setAttempt] = useState({})
  const deps = usePrepareDeps(tokens)
  const latest = useRef(deps)
  useEffect(() => {
    latest.current = deps
  })

  useEffect(() => {
    if (!intent || !attempt) return
    let isGone = false
    const renew = async () => {
      try {
        const checked = await prepareAndCheck(intent, latest.current)
        if (isGone) return
        setFound({ intent, checked })
        setProblem(undefined)
      } catch (error) {
        if (!isGone) setProblem(errorMessage(error))
      }
    }
    void renew()
    const timer = setInterval(() => void renew(), renewEvery)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [intent, attempt])

  const again = () => {
    setProblem(undefined)
    setAttempt({})
  }
  return { checked: found && found.intent === intent ? found.checked : undefined, problem, again }
}
