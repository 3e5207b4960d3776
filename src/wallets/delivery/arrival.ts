/** Something that came to somebody in one transaction. */
export type Arrival = { readonly token: string; readonly units: bigint; readonly hash: string }
