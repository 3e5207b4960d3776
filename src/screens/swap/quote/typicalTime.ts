import { destinationChainOf, sourceChainOf } from '../../../guard/intent'
import type { Order } from '../../../orders/order'

/** How long swaps between two networks usually took in this browser. */
export type UsualTime = { readonly milliseconds: number; readonly count: number }

/** The median over the latest swaps from one network to another; `undefined` before the first. */
export function typicalTime(orders: readonly Order[], fromChain: number, toChain: number): UsualTime | undefined {
  const times = orders
    .filter(
      ({ plan: { intent } }) =>
        sourceChainOf(intent).chainId === fromChain && destinationChainOf(intent).chainId === toChain,
    )
    .flatMap((order) => timeOf(order) ?? [])
    .slice(0, counted)
    .toSorted((a, b) => a - b)
  const middle = times[Math.floor(times.length / 2)]
  return middle === undefined ? undefined : { milliseconds: middle, count: times.length }
}

/** From the last transaction's broadcast until it is confirmed or, across networks, has been delivered. */
function timeOf({ plan: { intent }, history, destination, tasks }: Order): number | undefined {
  if (intent.kind !== 'swap' || tasks.some(({ progress }) => progress.at !== 'done')) return undefined
  const sent = history.findLast(({ what }) => what === 'sent' || what === 'taken')?.when
  const isDelivered = destination?.delivery.at === 'filled'
  if (destination && !isDelivered) return undefined
  const end = history.findLast(({ what }) => what === (destination ? 'delivery' : 'confirmed'))?.when
  return sent !== undefined && end !== undefined && end >= sent ? end - sent : undefined
}

/** Orders that count, the latest. */
const counted = 20
