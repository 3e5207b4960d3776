import { skipToken, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { errorMessage } from '../../domain/text/errorMessage'
import type { Token } from '../../domain/token'
import type { LiquidityIntent } from '../../guard/liquidityIntent'
import { prepareAndCheck } from '../../preparation/liquidity/prepareLiquidity'
import { writeJson } from '../../protocol/json/json'
import { toPlainJson } from '../../protocol/json/plainJson'
import { usePrepareDeps } from '../usePrepareDeps'

/**
 * The plan for an intent whose transactions the app builds itself: prepared and simulated immediately, and again every
 * few seconds while shown. Restarts when the intent changes.
 */
export function useCheckedPlan(intent: LiquidityIntent | undefined, tokens: readonly Token[]) {
  const deps = usePrepareDeps(tokens)
  const review = useId()
  const { data, error, refetch } = useQuery({
    queryKey: ['checked plan', review, intent && writeJson(toPlainJson(intent))],
    queryFn: intent ? () => prepareAndCheck(intent, deps) : skipToken,
    refetchInterval: 10_000,
    networkMode: 'always',
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  return { checked: data, problem: error ? errorMessage(error) : undefined, again: () => void refetch() }
}
