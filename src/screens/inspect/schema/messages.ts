import type { Drift } from '../../../domain/pools/schema'
import { countText } from '../../../domain/text/figure'
import { plural } from '../../../ui/messages'

export const schemaMessages = {
  title: (network: string) => `Schema on ${network}`,
  hint: 'The specification does not define pool records. These are the fields found in all records of a network.',
  none: 'No records.',
  summary: (fields: number, records: number) =>
    `${countText(fields)} ${plural(fields, { one: 'field', other: 'fields' })} in ${countText(records)} ${plural(records, { one: 'record', other: 'records' })}.`,
  since: (day: string) => `Compared with fields seen in this browser since ${day}.`,
  firstTime: 'First visit in this browser: changes are shown from now on.',
  noDrift: 'No changes.',
  drift: 'Changes',
  drifts: { new: 'new', gone: 'removed', 'other kind': 'type changed' } satisfies Record<Drift['is'], string>,
  accept: 'Accept as known',
  fields: 'Fields',
  path: 'Path',
  kinds: 'Type',
  present: 'Present',
  between: 'Range',
  example: 'Example',
  meaning: 'Read as',
  unknown: 'unknown field',
  recognised: 'recognised',
  inside: 'part of a recognised list',
  percent: (share: number) => `${Math.round(share * 100)}%`,
  range: (least: number, most: number) =>
    least === most ? `${least}` : `${Number(least.toPrecision(8))} … ${Number(most.toPrecision(8))}`,
}
