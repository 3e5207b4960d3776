import { reasonText } from '../../components/reasons/reasonText'
import { locale } from '../../domain/text/locale'
import type { FindingTexts } from './findingTexts'

export const answerTexts = {
  'V-001.no-transactions': () => 'The quote has nothing to sign.',
  'V-001.too-many-transactions': ({ count, most }) =>
    `The quote has ${count} transactions; no swap needs more than ${most}.`,
  'V-001.too-much-data': ({ kilobytes, most }) =>
    `The quote has ${kilobytes} kB of data; no swap needs more than ${most} kB.`,
  'V-001.repeated': ({ count }) =>
    `${count === 1 ? '1 transaction repeats' : `${count} transactions repeat`} another one exactly, and will not be sent twice.`,
  'V-001.no-order': () => 'The quote does not say in which order to send its transactions.',
  'V-003.unreadable-chain': ({ chain }) => `Transactions on ${chain} cannot be read, so they are not signed.`,
  'V-003.contradiction': ({ why }) => reasonText(why),
  'V-003.first-elsewhere': ({ chain }) => `The first transaction is on ${chain}, where you pay nothing.`,
  'V-001.no-target': () => 'A transaction has no recipient: it would create a contract.',
  'V-001.bad-address': ({ said }) => `“${said}” is not an address, or its checksum is wrong.`,
  'V-001.unreadable': ({ why }) => reasonText(why),
  'V-001.no-prefix': () => 'The data came without the usual 0x, which was added.',
  'V-009.dangerous': ({ member }) => `The quote asks for “${member}”, which would hand over your account itself.`,
  'V-009.ignored': ({ members }) => `These fields of the quote are not used: ${members.join(locale.comma)}.`,
} satisfies Partial<FindingTexts>
