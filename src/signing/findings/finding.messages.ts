import type { FindingFacts, FindingKey } from '../../guard/findings/finding'
import { defineMessages } from '../../ui/messages'
import { answerTexts } from './answer.messages'
import { swapTexts } from './swap.messages'

/** A text for each kind of finding: one that is missing does not compile. */
export type FindingTexts = { readonly [Key in FindingKey]: (facts: FindingFacts[Key]) => string }

const findings: FindingTexts = { ...answerTexts, ...swapTexts }

/** What the checks say. */
export const findingMessages = defineMessages({
  findings,
  unnamed: (code: string) => `The check ${code} found something that this version of the app cannot name.`,
})

export type FindingMessages = (typeof findingMessages)['english']
