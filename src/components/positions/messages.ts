import type { RangeState } from '../../domain/liquidity/range'
import { tickRangeText } from '../../domain/text/figure'
import { defineMessages } from '../../ui/messages'
import type { PositionTarget } from './usePositionTarget'

/** All texts about a position, for every screen. */
export const positionMessages = defineMessages({
  number: (id: bigint | string) => `#${id}`,
  fee: (percent: string) => `fee ${percent}`,
  states: {
    earning: 'In range',
    edge: 'At the edge',
    below: 'Out of range: price below',
    above: 'Out of range: price above',
  } satisfies Record<RangeState, string>,
  pool: 'Pool',
  value: 'Value',
  noPrice: 'Unavailable: a token has no price',
  contents: 'Holds',
  range: 'Price range',
  rangeText: (low: string, high: string, quote: string, base: string) => `${low} to ${high} ${quote} per ${base}`,
  everything: 'All prices',
  current: 'Current price',
  per: (price: string, quote: string, base: string) => `${price} ${quote} per ${base}`,
  ticks: (lower: number, upper: number) => `ticks ${tickRangeText(lower, upper)}`,

  title: (pair: string, id: string) => `${pair}, position ${id}`,
  looking: (id: string) => `Looking for position ${id}…`,
  silent: (id: string) => `Could not read position ${id}. Trying again every few seconds.`,
  fixed: 'Your deposit uses the range of this position. Its number and owner stay the same.',
  another: (why: Extract<PositionTarget, { is: 'another' }>['why'], id: string) =>
    `${reasons[why](id)} Your deposit creates a new position in the same range.`,
  leave: 'Create a new position',
})

const reasons: Readonly<Record<Extract<PositionTarget, { is: 'another' }>['why'], (id: string) => string>> = {
  'no manager': (id) => `The position manager of this pool is unknown, so you cannot add to position ${id}.`,
  unknown: (id) => `Position ${id} does not exist.`,
  'other pool': (id) => `Position ${id} is in another pool.`,
  'cannot tell': (id) =>
    `It is unknown whether position ${id} is in this pool or in a similar pool of another exchange, so you cannot add to it here.`,
  'other owner': (id) => `Position ${id} belongs to another account, which would own your deposit.`,
}
