import type { StartDeposit, StartPools } from '../../rows/startRows'

/** What the gateway tells, with where pictures of tokens are. */
export type StartPoolsAnswer = StartPools & Pictures
export type StartDepositAnswer = StartDeposit & Pictures
type Pictures = { readonly imageBaseUrl?: string }
