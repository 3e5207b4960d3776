/** A transfer received by an account in one transaction; `minedAt` in milliseconds since the epoch. */
export type Arrival = {
  readonly token: string
  readonly units: bigint
  readonly hash: string
  readonly minedAt?: number
}
