import type { Drift } from '../../../domain/schema'
import { defineMessages } from '../../../ui/messages'

export const schemaMessages = defineMessages({
  title: 'Schema radar',
  hint: 'Fields of pool records are not specified. This is what they are, by looking at every record of a network.',
  network: 'Network',
  none: 'There are no records to look at.',
  summary: (fields: number, records: number) => `${fields} fields in ${records} records.`,
  since: (day: string) => `Compared with what this browser has seen since ${day}.`,
  firstTime: 'This browser sees these records for the first time: from now on it tells what changes.',
  noDrift: 'Nothing is new, gone, or of another kind.',
  drift: 'What changed',
  drifts: { new: 'new', gone: 'gone', 'other kind': 'of another kind' } satisfies Record<Drift['is'], string>,
  accept: 'Take this as known',
  fields: 'Fields',
  path: 'Path',
  kinds: 'Kind',
  present: 'Present',
  between: 'Between',
  example: 'Example',
  meaning: 'Read as',
  unknown: 'meaning not known',
  recognised: 'recognised',
  inside: 'in a recognised list',
  percent: (share: number) => `${Math.round(share * 100)}%`,
  range: (least: number, most: number) =>
    least === most ? `${least}` : `${Number(least.toPrecision(8))} … ${Number(most.toPrecision(8))}`,
  chains: 'Members of chains and tokens that the specification does not name',
  noExtra: 'None.',
})
