/** It is unknown whether the deposit was carried out, so the pool is watched for it. */
export function isWatched({ progress: { at } }: WatchedDeposit): boolean {
  return at === 'posted' || at === 'unanswered' || at === 'accepted'
}

/**
 * Requesting the same again could deposit twice. A deposit with unknown outcome counts until the person hides it:
 * then they have checked their positions.
 */
export function couldDepositTwice(deposit: WatchedDeposit & { readonly isHidden: boolean }): boolean {
  return isWatched(deposit) && !deposit.isHidden
}

/** The fields of a `PendingDeposit` for these two: the first load of every page has only them. */
type WatchedDeposit = { readonly progress: { readonly at: string } }
