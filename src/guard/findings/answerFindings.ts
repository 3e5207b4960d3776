/** What is found while an answer is read, before it is a plan. */
export const answerFindings = {
  'V-001.no-transactions': {},
  'V-001.too-many-transactions': { count: 'number', most: 'number' },
  'V-001.too-much-data': { kilobytes: 'number', most: 'number' },
  'V-001.count': { count: 'number' },
  'V-002.repeated': { count: 'number' },
  'V-002.no-order': {},
  'V-002.bad-place': { place: 'text' },
  'V-002.same-place': {},
  'V-002.order': { places: 'numbers' },
  'V-020.not-run-any-more': {},
} as const
