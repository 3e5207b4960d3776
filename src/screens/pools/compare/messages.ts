import { defineMessages } from '../../../ui/messages'

/** The words of the comparison of pools. */
export const compareMessages = defineMessages({
  comparison: 'Compare pools',
  comparisonHint:
    'Compare up to four pools, now or at an earlier time this browser saw. You can share this page; earlier data is only visible in this browser.',
  momentOf: (pair: string) => `Time for ${pair}`,
  differs: 'Values equal to the first column are grey.',
  fieldByField: 'All fields',
  onlyDiffering: 'Show differences only',
  searchFields: 'Search fields',
  allFields: (count: number) => `Show all ${count.toLocaleString('en')} fields`,
  noFields: 'No matching fields.',
  delta: (title: string) => `${title}, change`,
  allAlike: 'All fields are equal.',
  moreFields: (count: number) => `${count.toLocaleString('en')} more fields are not shown.`,
  remove: (pair: string) => `Remove ${pair} from the comparison`,
  backToList: 'Back to pools',
  figure: 'Figure',
  now: 'now',
  path: 'Path',
})
