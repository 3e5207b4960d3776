import { MovePosition } from './MovePosition'
import type { StartSequenceProps } from './newSequence'
import { SwapFirst } from './SwapFirst'

/** What begins a deposit of several orders: a position to move, or a token that is missing. */
export function StartSequence(props: StartSequenceProps) {
  return props.liquidity.form.move === undefined ? <SwapFirst {...props} /> : <MovePosition {...props} />
}
