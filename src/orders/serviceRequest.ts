/** A deposit that the service was asked to carry out, before there are steps to sign. */
export type ServiceRequest = {
  /** The request, word for word. */
  readonly body: string
  /** Liquidity that the recipient had in this range before, and how much should be added. */
  readonly before: bigint
  readonly expected: bigint
  readonly progress: RequestProgress
}

export type RequestProgress =
  /** The request may be on its way. */
  | { readonly at: 'posted' }
  /** No usable answer came: the service may have acted or not. `said`: a word that it answered. */
  | { readonly at: 'unanswered'; readonly said?: string }
  /** The service has accepted and acts by itself. `said`: a hash or a number that it answered. */
  | { readonly at: 'accepted'; readonly said?: string }
  /** The service has accepted; the person's wallet signs transactions of the app, or of the service. */
  | { readonly at: 'to sign'; readonly builtBy: 'app' | 'service' }
  /** The service refused: nothing has happened. */
  | { readonly at: 'refused' }
  /** The pool shows more liquidity of this owner in this range than before. */
  | { readonly at: 'seen'; readonly added: bigint; readonly position: string | undefined }

/** It is unknown whether the deposit was carried out. */
export function isAwaited(at: RequestProgress['at']): boolean {
  return at === 'posted' || at === 'unanswered' || at === 'accepted'
}
