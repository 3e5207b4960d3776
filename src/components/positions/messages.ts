import type { RangeState } from '../../domain/range'
import { defineMessages } from '../../ui/messages'
import type { PositionTarget } from './usePositionTarget'

/** Every word that is said of a position, wherever it is shown. */
export const positionMessages = defineMessages({
  number: (id: bigint | string) => `No. ${id}`,
  fee: (percent: string) => `fee ${percent}`,
  states: {
    earning: 'In range',
    edge: 'On the edge',
    below: 'Out of range: price below',
    above: 'Out of range: price above',
  } satisfies Record<RangeState, string>,
  pool: 'Pool',
  value: 'Value',
  noPrice: 'Not known: a token has no price',
  contents: 'Holds',
  range: 'Price range',
  rangeText: (low: string, high: string, quote: string, base: string) => `${low} to ${high} ${quote} per ${base}`,
  everything: 'All prices',
  current: 'Current price',
  per: (price: string, quote: string, base: string) => `${price} ${quote} per ${base}`,
  ticks: (lower: number, upper: number) => `ticks ${lower} to ${upper}`,

  title: (pair: string, id: string) => `${pair}, position ${id}`,
  looking: (id: string) => `Looking for position ${id}…`,
  silent: (id: string) => `Position ${id} could not be read from the chain. It is tried again every few seconds.`,
  fixed: 'What you add works in the range of this position. Its number, and whose it is, stay.',
  another: (why: Extract<PositionTarget, { is: 'another' }>['why'], id: string) =>
    `${reasons[why](id)} What you deposit here makes another position in the same range.`,
  leave: 'Make another position',
})

const reasons: Readonly<Record<Extract<PositionTarget, { is: 'another' }>['why'], (id: string) => string>> = {
  'no manager': (id) => `Nobody names the position manager of this pool, so position ${id} cannot be added to.`,
  unknown: (id) => `The position manager knows no position ${id}.`,
  'other pool': (id) => `Position ${id} lies in another pool.`,
  'cannot tell': (id) =>
    `Nothing tells whether position ${id} lies in this pool or in one of the same tokens and fee at another exchange, so it is not added to.`,
  'other owner': (id) => `Position ${id} belongs to somebody else, who would own what is added to it.`,
}
