import { decodeAbiParameters, type Hex, parseAbiParameters, toFunctionSelector } from 'viem'

/** Why something failed, for people: what happened and what to do next. */
export type Explanation = { readonly says: string; readonly advice: string }

/** The reason inside the bytes a failing call returns: the text, or the error's name, or the bytes themselves. */
export function readRevert(data: string): string {
  const selector = data.slice(0, 10).toLowerCase()
  const body: Hex = `0x${data.slice(10)}`
  try {
    if (selector === '0x08c379a0') return decodeAbiParameters(parseAbiParameters('string reason'), body)[0]
    if (selector === '0x4e487b71')
      return `panic ${panics.get(decodeAbiParameters(parseAbiParameters('uint256 code'), body)[0]) ?? 'of an unknown kind'}`
  } catch {
    // Bytes that only begin like a reason are shown as they are.
    return data.slice(0, 138)
  }
  if (data === '0x' || data === '') return ''
  return errors.get(selector) ?? data.slice(0, 138)
}

/** The reason of a failed simulation: from its bytes, else from what the node says about it. */
export function explainFailure(data: unknown, message: string, usedAllGas: boolean): string {
  const reason = typeof data === 'string' ? readRevert(data) : ''
  if (reason !== '') return reason
  if (usedAllGas || /out of gas/i.test(message)) return 'out of gas'
  return /revert(?:ed)?: (.+)/.exec(message)?.[1] ?? ''
}

/** What a reason means on this road, in plain words. */
export function explainRevert(reason: string): Explanation {
  const known = explanations.find(([pattern]) => pattern.test(reason))
  if (known) return { says: known[1], advice: known[2] }
  if (reason === '')
    return { says: 'the contract gives no reason.', advice: 'Ask for a fresh answer; if it stays, report it.' }
  return { says: `"${reason}".`, advice: 'Ask for a fresh answer; if it stays, report it.' }
}

const fresh = 'Ask for a fresh answer.'

/** The first that matches speaks. Short ones are what Uniswap v3 says to save gas. */
const explanations: readonly (readonly [RegExp, string, string])[] = [
  [
    /too little received|insufficient_?output|V3TooLittleReceived|V2TooLittleReceived|slippage|PSC/i,
    'the price moved beyond your tolerance.',
    fresh,
  ],
  [/too much requested|excessive_?input|TooMuchRequested/i, 'it would cost more than you offered.', fresh],
  [/transaction too old|expired|TransactionDeadlinePassed|deadline/i, 'its deadline has passed.', fresh],
  [
    /^STF$|InsufficientAllowance|exceeds allowance|allowance/i,
    'the token could not be taken: the allowance or the balance is too small.',
    'Turn off "Only swap transactions" so that the approval is included, or check your balance.',
  ],
  [
    /InsufficientBalance|exceeds balance|insufficient balance|insufficient funds/i,
    'there is not enough of the token or coin.',
    'Lower the amount.',
  ],
  [/^(STE|TF|ST)$/, 'the coin or token could not be handed out.', fresh],
  [/^(SPL|AS|LOK|IIA|T|M0|M1)$/, 'the pool cannot carry out the trade as asked.', fresh],
  [
    /arithmetic|panic/i,
    'the contract ran into an error of its own.',
    'Ask for a fresh answer; if it stays, report it.',
  ],
  [/out of gas/i, 'it needs more gas than can be paid.', 'Add some of the native coin.'],
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
