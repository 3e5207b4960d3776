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
}
