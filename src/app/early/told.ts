import type { StartDeposit, StartPools } from '../../rows/startRows'

/** What the gateway tells, with where pictures of tokens are. */
export type ToldPools = StartPools & Pictures
export type ToldDeposit = StartDeposit & Pictures
type Pictures = { readonly imageBaseUrl?: string }
