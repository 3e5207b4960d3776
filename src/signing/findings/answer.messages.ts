import type { answerFindings } from '../../guard/findings/answerFindings'
import type { FindingTexts } from './finding.messages'

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
  'V-020.not-run-any-more': () =>
    'Checks that ran at the review cannot run now: what the new answer does was not tried out.',
}
