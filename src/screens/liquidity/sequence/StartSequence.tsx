import type { Sequence } from '../../../components/sequences/sequence'
import type { AddLiquidity } from '../useAddLiquidity'
import { MovePosition } from './MovePosition'
import { SwapFirst } from './SwapFirst'

export type StartSequenceProps = {
  readonly liquidity: AddLiquidity
  readonly onStart: (sequence: Sequence) => void
}

/** What begins a deposit of several orders: a position to move, or a token that is missing. */
export function StartSequence(props: StartSequenceProps) {
  return props.liquidity.form.move === undefined ? <SwapFirst {...props} /> : <MovePosition {...props} />
}
