import type { FailedTransactionMetadata } from 'litesvm/dist/internal.js'

/** A transaction's error as in Solana's JSON-RPC: a name, or a name with details. */
export type FailureJson = string | { readonly [name: string]: unknown }

/**
 * litesvm returns errors as numbers of enums that exist only in its type declarations, so their names are listed here
 * in the order of the Solana SDK. A test compares them with the installed declarations.
 */
export const transactionErrors =
  `AccountInUse AccountLoadedTwice AccountNotFound ProgramAccountNotFound InsufficientFundsForFee InvalidAccountForFee
  AlreadyProcessed BlockhashNotFound CallChainTooDeep MissingSignatureForFee InvalidAccountIndex SignatureFailure
  InvalidProgramForExecution SanitizeFailure ClusterMaintenance AccountBorrowOutstanding WouldExceedMaxBlockCostLimit
  UnsupportedVersion InvalidWritableAccount WouldExceedMaxAccountCostLimit WouldExceedAccountDataBlockLimit
  TooManyAccountLocks AddressLookupTableNotFound InvalidAddressLookupTableOwner InvalidAddressLookupTableData
  InvalidAddressLookupTableIndex InvalidRentPayingAccount WouldExceedMaxVoteCostLimit WouldExceedAccountDataTotalLimit
  MaxLoadedAccountsDataSizeExceeded ResanitizationNeeded InvalidLoadedAccountsDataSizeLimit UnbalancedTransaction
  ProgramCacheHitMaxLimit CommitCancelled`.split(/\s+/)

export const instructionErrors =
  `GenericError InvalidArgument InvalidInstructionData InvalidAccountData AccountDataTooSmall InsufficientFunds
  IncorrectProgramId MissingRequiredSignature AccountAlreadyInitialized UninitializedAccount UnbalancedInstruction
  ModifiedProgramId ExternalAccountLamportSpend ExternalAccountDataModified ReadonlyLamportChange ReadonlyDataModified
  DuplicateAccountIndex ExecutableModified RentEpochModified NotEnoughAccountKeys AccountDataSizeChanged
  AccountNotExecutable AccountBorrowFailed AccountBorrowOutstanding DuplicateAccountOutOfSync InvalidError
  ExecutableDataModified ExecutableLamportChange ExecutableAccountNotRentExempt UnsupportedProgramId CallDepth
  MissingAccount ReentrancyNotAllowed MaxSeedLengthExceeded InvalidSeeds InvalidRealloc ComputationalBudgetExceeded
  PrivilegeEscalation ProgramEnvironmentSetupFailure ProgramFailedToComplete ProgramFailedToCompile Immutable
  IncorrectAuthority AccountNotRentExempt InvalidAccountOwner ArithmeticOverflow UnsupportedSysvar IllegalOwner
  MaxAccountsDataAllocationsExceeded MaxAccountsExceeded MaxInstructionTraceLengthExceeded
  BuiltinProgramsMustConsumeComputeUnits BorshIoError`.split(/\s+/)

/** Converts litesvm's error of a failed transaction. */
export function failureJson(failed: FailedTransactionMetadata): FailureJson {
  const error = failed.err()
  if (typeof error === 'number') return transactionErrors[error] ?? `Unknown(${error})`
  if ('err' in error) return { InstructionError: [error.index, instructionFailure(error.err())] }
  const name = error.constructor.name.replace(/^TransactionError/, '')
  return 'accountIndex' in error ? { [name]: { account_index: error.accountIndex } } : { [name]: error.index }
}

function instructionFailure(error: number | { code: number } | { msg: string }): FailureJson {
  if (typeof error === 'number') return instructionErrors[error] ?? `Unknown(${error})`
  return 'code' in error ? { Custom: error.code } : { BorshIoError: error.msg }
}
