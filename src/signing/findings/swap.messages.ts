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
  'V-057.changed': ({ change }) => changes[change],
}

/** What makes a renewed plan another one than the accepted one. */
const changes = {
  'other steps': 'The new answer has other transactions than the one you accepted.',
  'another contract': 'The new answer calls another contract.',
  unreadable: 'The new answer does something that cannot be read, and differs from what you accepted.',
  'another call': 'The new answer does something else, or for somebody else.',
  'more coins': 'The new answer sends more coins along.',
  'more is sold': 'The new answer takes more than the one you accepted.',
  'more is allowed': 'The new answer asks for another allowance.',
  'a lower minimum': 'The new answer promises less.',
  'a wider tolerance': 'The new answer accepts a greater loss on the way.',
  'higher fees': 'The new answer takes higher fees.',
  'another program': 'The new answer calls another program.',
  'another payee': 'The new answer pays somebody else.',
  'another message': 'The new answer names another destination.',
  'another payment': 'The new answer asks for another payment.',
} as const
