import type { ClassState } from '../../../domain/pools/poolFreshness'
import { countText } from '../../../domain/text/figure'
import { plural } from '../../../ui/messages'

const figures = { live: 'Live figures', hourly: 'Hourly figures' } as const

/** The words of the health page. */
export const healthMessages = {
  title: 'Health of all networks and pools',
  hint: 'Checks every network while this page is open. This browser remembers when each finding began.',
  network: 'Network',
  pools: 'Pools',
  live: 'Live figures',
  hourly: 'Hourly figures',
  status: 'Status',
  waiting: 'Waiting for the first response',
  healthy: 'No findings',
  found: (count: number) => `${count} ${plural(count, { one: 'finding', other: 'findings' })}`,
  states: { live: 'fresh', stale: 'stale', frozen: 'frozen', unknown: 'unknown' } satisfies Record<
    ClassState['is'],
    string
  >,
  findings: 'Findings',
  noFindings: 'No problems on the networks that responded.',
  what: 'Finding',
  since: 'Since',
  where: 'Where',
  ended: 'Resolved',
  endedHint: 'Latest first.',
  until: 'Until',
  noAnswer: (why: string) => `No response: ${why}`,
  lastFailed: (why: string) => `Last request failed, older figures are shown: ${why}`,
  noPools: 'The list of pools is empty',
  stale: (which: keyof typeof figures) => `${figures[which]} are stale: responses are old`,
  frozen: (which: keyof typeof figures) => `${figures[which]} are frozen: responses arrive, but do not change`,
  shrank: (from: number, to: number) =>
    `The list shrank from ${countText(from)} to ${countText(to)} pools within a day`,
  schema: (paths: readonly string[], count: number) =>
    `Fields of the records changed: ${paths.join(', ')}${count > paths.length ? ` and ${count - paths.length} more` : ''}`,
  check: (name: string, count: number) =>
    `Self-check fails in ${countText(count)} ${plural(count, { one: 'pool', other: 'pools' })}: ${name}`,
  leftBehind: (count: number) =>
    `${countText(count)} ${plural(count, { one: 'pool', other: 'pools' })} stopped updating while others go on`,
  more: (count: number) => `and ${countText(count)} more`,
  radar: 'Schema radar',
}
