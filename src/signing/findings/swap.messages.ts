import type { swapFindings } from '../../guard/findings/swapFindings'
import { amountText } from './factText'
import type { FindingTexts } from './finding.messages'

export const swapTexts: Pick<FindingTexts, keyof typeof swapFindings> = {
  'A-21.limited': ({ asked, isUnlimited, limited }) =>
    `The service asked for ${isUnlimited ? 'an unlimited allowance' : `an allowance of ${amountText(asked)}`}; it is cut to exactly ${amountText(limited)}.`,
  'M-088.base-units': ({ said, minimum }) =>
    `The service wrote its minimum in base units: ${said} is ${amountText(minimum)}.`,
  'M-088.contradiction': ({ said, symbol }) =>
    `The service's minimum of ${said} ${symbol} contradicts everything known, so it is not shown.`,
  'V-035.first-use': ({ contract }) =>
    `You use ${contract} for the first time. Compare the address with one you trust.`,
}
