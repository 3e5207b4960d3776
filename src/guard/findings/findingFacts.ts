import { answerFindings } from './answerFindings'
import type { FactsSpec } from './factTypes'
import { swapFindings } from './swapFindings'

/**
 * Every kind of finding, by the code of its rule, with its facts. A journal keeps them for years: a kind never gets
 * other facts, it gets another name.
 */
export const findingFacts = { ...answerFindings, ...swapFindings } as const satisfies Readonly<
  Record<`${string}.${string}`, FactsSpec>
>
