import { defineMessages } from '../../ui/messages'
import { answerTexts } from './answer.messages'
import { bitcoinTexts } from './bitcoin.messages'
import type { FindingTexts } from './findingTexts'
import { liquidityTexts } from './liquidity.messages'
import { ruleTitles } from './ruleTitle.messages'
import { solanaTexts } from './solana.messages'
import { swapTexts } from './swap.messages'

const findings: FindingTexts = {
  ...answerTexts,
  ...swapTexts,
  ...solanaTexts,
  ...bitcoinTexts,
  ...liquidityTexts,
}

/** Texts of all findings. */
export const findingMessages = defineMessages({
  findings,
  titles: ruleTitles,
  passed: (code: string) => `The check ${code} passed.`,
  unnamed: (code: string) => `The check ${code} found something that this version of the app does not know.`,
})

export type FindingMessages = (typeof findingMessages)['english']
