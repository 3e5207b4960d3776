import { MovePosition } from './MovePosition'
import type { StartSequenceProps } from './newSequence'
import { SwapFirst } from './SwapFirst'

/** The start of a deposit of several orders: a position to move, or a missing token. */
export function StartSequence(props: StartSequenceProps) {
  return props.liquidity.form.move === undefined ? <SwapFirst {...props} /> : <MovePosition {...props} />
}
