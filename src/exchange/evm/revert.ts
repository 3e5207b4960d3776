import { BaseError, ContractFunctionRevertedError } from 'viem'

/** Whether an error is a contract's revert, as opposed to a failed connection. */
export function isRevert(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null
}
