import type { Sequence } from '../../../preparation/liquidity/sequenceCodec'
import type { AddLiquidity } from '../useAddLiquidity'

export type StartSequenceProps = {
  readonly liquidity: AddLiquidity
  readonly onStart: (sequence: Sequence) => void
}
