import { reasonText } from '../../components/reasons/reasonText'
import type { answerFindings } from '../../guard/findings/answerFindings'
import type { FindingTexts } from './findingTexts'

export const answerTexts: Pick<FindingTexts, keyof typeof answerFindings> = {
  'V-001.no-transactions': () => 'The service returned nothing to sign.',
  'V-001.too-many-transactions': ({ count, most }) =>
    `The service returned ${count} transactions; no swap needs more than ${most}.`,
  'V-001.too-much-data': ({ kilobytes, most }) =>
    `The service returned ${kilobytes} kB of data; no swap needs more than ${most} kB.`,
  'V-001.count': ({ count }) => (count === 1 ? 'One transaction.' : `${count} transactions.`),
  'V-002.repeated': ({ count }) =>
    `${count === 1 ? '1 transaction repeats' : `${count} transactions repeat`} another one byte for byte: not sent twice.`,
  'V-002.no-order': () => 'The service does not say in which order its transactions come.',
  'V-002.bad-place': ({ place }) => `A transaction has the place ${place} in the order, which is no place.`,
  'V-002.same-place': () => 'Two different transactions claim the same place in the order.',
  'V-002.order': ({ places }) => `They are signed in the order given: ${places.join(', ')}.`,
  'V-003.unreadable-kind': ({ chain, kind }) =>
    `Transactions on ${chain} (${kind}) cannot be read, so they are not signed.`,
  'V-003.unreadable-chain': ({ chain }) => `Transactions on ${chain} cannot be read, so they are not signed.`,
  'V-003.contradiction': ({ why }) => reasonText(why),
  'V-003.first-elsewhere': ({ chain }) => `The first transaction is on ${chain}, where nothing is sold.`,
  'V-003.right': ({ chain }) => `Every transaction is on ${chain ?? 'a chain of this swap'}.`,
  'V-004.no-target': () => 'It names no contract: it would create a new one.',
  'V-004.bad-address': ({ said }) => `"${said}" is not an address, or its checksum is wrong.`,
  'V-005.unreadable': ({ why }) => reasonText(why),
  'V-005.no-prefix': () => 'Its data came without the customary 0x, which was added.',
  'V-006.unclear': ({ why }) => reasonText(why),
  'V-006.whole-coins': ({ said, chain }) => `The service wrote the value in whole coins: ${said} ${chain} coins.`,
  'V-009.dangerous': ({ member }) => `It asks for "${member}", which would hand over the account itself.`,
  'V-009.ignored': ({ members }) => `What the service says about ${members.join(', ')} is not used.`,
}
