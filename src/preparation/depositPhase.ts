/** Nobody knows yet whether it was carried out: the pool is watched for it. */
export function isWatched({ progress: { at } }: WatchedDeposit): boolean {
  return at === 'posted' || at === 'unanswered' || at === 'accepted'
}

/**
 * Asking for the same again could deposit twice. A deposit whose outcome stays unknown counts until the person has put
 * it away: that says they have looked at their positions.
 */
export function couldDepositTwice(deposit: WatchedDeposit & { readonly isHidden: boolean }): boolean {
  return isWatched(deposit) && !deposit.isHidden
}

/** What these two need of a `PendingDeposit`: the first load of every page has them without the rest. */
type WatchedDeposit = { readonly progress: { readonly at: string } }
