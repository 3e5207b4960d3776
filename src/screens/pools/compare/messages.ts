import { countText } from '../../../domain/text/figure'
import { locale } from '../../../domain/text/locale'
import { defineMessages } from '../../../ui/messages'

/** The words of the comparison of pools. */
export const compareMessages = defineMessages({
  comparison: 'Compare pools',
  comparisonHint:
    'Compare up to four pools, now or at an earlier time this browser saw. You can share this page; earlier data is only visible in this browser.',
  momentOf: (pair: string) => `Time for ${pair}`,
  differs: 'Values equal to the first column are grey.',
  overlaid: 'Price change',
  overlaidSince: (when: string) => `Since ${when}, the first price that all of them have. From the pool records.`,
  notOverlaid: 'The records of these pools have no prices of the same time.',
  withoutPast: (pools: readonly string[]) => `No past prices: ${pools.join(locale.comma)}.`,
  fieldByField: 'All fields',
  onlyDiffering: 'Show differences only',
  searchFields: 'Search fields',
  allFields: (count: number) => `Show all ${countText(count)} fields`,
  noFields: 'No matching fields.',
  delta: (title: string) => `${title}, change`,
  allAlike: 'All fields are equal.',
  remove: (pair: string) => `Remove ${pair} from the comparison`,
  backToList: 'Back to pools',
  figure: 'Figure',
  now: 'now',
})
