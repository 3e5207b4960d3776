import { BaseError, ContractFunctionRevertedError } from 'viem'

/** Whether a contract reverted, as opposed to a chain that does not answer. */
export function isRevert(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null
}
