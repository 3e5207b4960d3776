/** A transfer received by an account in one transaction. */
export type Arrival = { readonly token: string; readonly units: bigint; readonly hash: string }
