import { decodeAbiParameters, type Hex, parseAbiParameters, toFunctionSelector } from 'viem'
import { shortReason } from '../../../domain/text/shortReason'
import type { RevertMeaning } from '../../findings/findingFacts'

/** The revert reason in the return data of a failed call: the text, the error's name, or the bytes. */
export function readRevert(data: string): string {
  const selector = data.slice(0, 10).toLowerCase()
  const body: Hex = `0x${data.slice(10)}`
  try {
    if (selector === '0x08c379a0') return shortReason(decodeAbiParameters(parseAbiParameters('string reason'), body)[0])
    if (selector === '0x4e487b71')
      return `panic ${panics.get(decodeAbiParameters(parseAbiParameters('uint256 code'), body)[0]) ?? 'of an unknown kind'}`
  } catch {
    // Data that only starts like a reason is shown as hex.
    return data.slice(0, 138)
  }
  if (data === '0x' || data === '') return ''
  return errors.get(selector) ?? data.slice(0, 138)
}

/** The reason of a failed simulation: from its return data, else from the node's message. */
export function explainFailure(data: unknown, message: string, usedAllGas: boolean): string {
  const reason = typeof data === 'string' ? readRevert(data) : ''
  if (reason !== '') return reason
  if (usedAllGas || /out of gas/i.test(message)) return 'out of gas'
  return shortReason(/revert(?:ed)?: (.+)/.exec(message)?.[1] ?? '')
}

/** `isCovered`: balance and approval were read to be enough, so they are not the cause: the token itself is. */
export function meaningOfRevert(reason: string, isCovered = false): RevertMeaning {
  if (reason === '') return 'no-reason'
  if (reason === earlierStepFailed) return 'earlier-step-failed'
  const meaning = meanings.find(([pattern]) => pattern.test(reason))?.[1] ?? 'other'
  const isShort = meaning === 'allowance-too-small' || meaning === 'balance-too-small'
  return isCovered && isShort ? 'token-refuses' : meaning
}

/** The reason of a step that was not simulated because an earlier one fails. */
export const earlierStepFailed = 'earlier step failed'

/** The first match counts. The short ones are Uniswap v3's, which saves gas by them. */
const meanings: readonly (readonly [RegExp, RevertMeaning])[] = [
  // Of position managers.
  [/price slippage/i, 'tolerance-exceeded'],
  [/\bpaus(ed|able)|EnforcedPause/i, 'token-paused'],
  [/black ?list|block ?list|deny ?list|\bfrozen|\bfreez|sanction/i, 'account-frozen'],
  [/too little received|insufficient_?output|V3TooLittleReceived|V2TooLittleReceived|slippage|PSC/i, 'price-moved'],
  [/too much requested|excessive_?input|TooMuchRequested/i, 'costs-more'],
  [/transaction too old|expired|TransactionDeadlinePassed|deadline/i, 'deadline-passed'],
  [/^STF$|InsufficientAllowance|exceeds allowance|allowance/i, 'allowance-too-small'],
  [/InsufficientBalance|exceeds balance|insufficient balance|insufficient funds/i, 'balance-too-small'],
  [/^(STE|TF|ST)$/, 'payout-failed'],
  [/^(SPL|AS|LOK|IIA|T|M0|M1)$/, 'pool-failed'],
  [/arithmetic|panic/i, 'contract-error'],
  [/out of gas/i, 'out-of-gas'],
]

const panics: ReadonlyMap<bigint, string> = new Map([
  [0x01n, 'assertion'],
  [0x11n, 'arithmetic'],
  [0x12n, 'division by zero'],
  [0x32n, 'index out of bounds'],
  [0x41n, 'memory'],
])

const errors: ReadonlyMap<string, string> = new Map(
  [
    'ERC20InsufficientBalance(address,uint256,uint256)',
    'ERC20InsufficientAllowance(address,uint256,uint256)',
    'ERC20InvalidReceiver(address)',
    'SafeERC20FailedOperation(address)',
    'V3TooLittleReceived()',
    'V2TooLittleReceived()',
    'V3TooMuchRequested()',
    'TransactionDeadlinePassed()',
    'InsufficientETH()',
    'InsufficientToken()',
    'AllowanceExpired(uint256)',
    'InsufficientAllowance(uint256)',
    'EnforcedPause()',
    'ReentrancyGuardReentrantCall()',
    'TooLate()',
    'TooLittle()',
  ].map((signature) => [toFunctionSelector(`function ${signature}`), signature.slice(0, signature.indexOf('('))]),
)
