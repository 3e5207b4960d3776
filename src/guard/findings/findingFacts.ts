import { answerFindings } from './answerFindings'
import { bitcoinFindings } from './bitcoinFindings'
import type { FactsSpec } from './factTypes'
import { liquidityFindings } from './liquidityFindings'
import { solanaFindings } from './solanaFindings'
import { swapFindings } from './swapFindings'

/**
 * Every kind of finding, by the code of its rule, with its facts. A journal keeps them for years: a kind never gets
 * other facts, it gets another name, and its old one goes to `retired.ts`.
 */
export const findingFacts = {
  ...answerFindings,
  ...swapFindings,
  ...solanaFindings,
  ...bitcoinFindings,
  ...liquidityFindings,
} as const satisfies Readonly<Record<`${string}.${string}`, FactsSpec>>
