import { isComplete, type Order } from './order'

/** Which step of a sequence an order carries out, and the deposit that the sequence leads to. */
export type SequencePart = NonNullable<Order['part']>
export type SequenceGoal = SequencePart['goal']
export type SequenceStep = SequencePart['step']

export type Sequence = {
  readonly goal: SequenceGoal
  /** The newest order of each step, by id. */
  readonly orders: Readonly<Partial<Record<SequenceStep, string>>>
  /** Its deposit is done, or the person has stopped it. */
  readonly isOver: boolean
}

/** The sequences that these orders belong to, the one with the newest order first. `orders`: the newest first. */
export function sequencesIn(orders: readonly Order[]): readonly Sequence[] {
  const found = new Map<string, Sequence>()
  for (const order of orders) {
    const { part } = order
    if (!part) continue
    const known = found.get(part.goal.id)
    found.set(part.goal.id, {
      goal: part.goal,
      orders: { [part.step]: order.id, ...known?.orders },
      isOver: known?.isOver || part.isStopped === true || (part.step === 'deposit' && isComplete(order)),
    })
  }
  return [...found.values()]
}
