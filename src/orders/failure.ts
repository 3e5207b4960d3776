import type { Finding } from '../guard/findings/finding'

/** Foreign errors in our words. `sentence` says what happened and what to do next. */
export type Failure = {
  readonly code:
    | 'rejected'
    | 'locked'
    | 'unsupported'
    | 'wrong chain'
    | 'wrong account'
    | 'insufficient funds'
    | 'nonce'
    | 'underpriced'
    | 'timeout'
    | 'busy'
    | 'unreachable'
    | 'expired'
    | 'reverted'
    | 'not a hash'
    | 'refused'
    | 'tampered'
    | 'unknown'
  readonly sentence: string
  readonly detail: string | undefined
  /** What the checks found, where they refuse: its sentence is made where it is shown. */
  readonly findings?: readonly Finding[]
}
