import { decodeFunctionData, encodeFunctionData, getAddress, type Hex, isHex, parseAbi, zeroAddress } from 'viem'
import { coin, native, sameAddress } from './address'

/** The CREATE2 address of BatchAssertion.sol from the canonical deployer with salt zero, the same on every chain. */
export const assertionAddress = '0x4f7B26298516594905A5a11711b4d9ab039F4325'
/** The hash of its deployed code; a contract with other code is not used. */
export const assertionCodeHash = '0xdae4e8922b50a57033d0dbcd434d6495eae914270257ca09797fb9f422ab81a2'

export const assertionAbi = parseAbi([
  'struct Balance { address token; address account; }',
  'struct Change { address token; address account; int256 least; }',
  'struct Allowance { address token; address spender; address through; uint256 most; }',
  'function snapshot(Balance[] balances)',
  'function verify(Change[] changes, Allowance[] allowances)',
  'error AlreadyTaken(address token, address account)',
  'error NotTaken(address token, address account)',
  'error ChangedTooLittle(address token, address account, int256 change, int256 least)',
  'error AllowedTooMuch(address token, address spender, uint256 amount, uint256 most)',
  'error Unreadable(address token)',
])

/** One call of an EIP-5792 batch. */
export type BatchCall = { readonly to: string; readonly data: string; readonly value: bigint }

/** The bounds that the contract enforces on chain. */
export type AssertedBounds = {
  /** The least change of a balance; negative for what may leave. Token address or `native`. */
  readonly changes: readonly { readonly token: string; readonly account: string; readonly least: bigint }[]
  /** The largest allowances of the sender afterwards: of a token directly, or through Permit2. */
  readonly allowances: readonly {
    readonly token: string
    readonly spender: string
    readonly through: string | undefined
    readonly most: bigint
  }[]
}

/** The outflow and the inflow of a batch. Tokens are addresses or `native`. */
export type AssertedTerms = {
  readonly sender: string
  /** The most that leaves the sender. */
  readonly pays: readonly { readonly token: string; readonly units: bigint }[]
  /** The least that arrives. */
  readonly brings: AssertedBounds['changes']
  /** Of these the sender loses no more than is paid, although a called contract may have an older allowance. */
  readonly kept: readonly string[]
  readonly allowances: AssertedBounds['allowances']
}

/** The bounds of a batch, one for each balance: its outflow and its inflow are added. */
export function boundsBy({ sender, pays, brings, kept, allowances }: AssertedTerms): AssertedBounds {
  const changes = [
    ...pays.map(({ token, units }) => ({ token, account: sender, least: -units })),
    ...kept.map((token) => ({ token, account: sender, least: 0n })),
    ...brings,
  ]
  return { changes: addedUp(changes), allowances }
}

/** The calls of a plan, enclosed by the two calls that enforce the bounds. */
export function withAssertion(calls: readonly BatchCall[], bounds: AssertedBounds): readonly BatchCall[] {
  const changes = bounds.changes.map(({ token, account, least }) => {
    return { token: onChain(token), account: getAddress(account), least }
  })
  const allowances = bounds.allowances.map(({ token, spender, through = zeroAddress, most }) => {
    return { token: getAddress(token), spender: getAddress(spender), through: getAddress(through), most }
  })
  const call = (data: Hex): BatchCall => ({ to: assertionAddress, data, value: 0n })
  return [
    call(encodeFunctionData({ abi: assertionAbi, functionName: 'snapshot', args: [changes] })),
    ...calls,
    call(encodeFunctionData({ abi: assertionAbi, functionName: 'verify', args: [changes, allowances] })),
  ]
}

/**
 * The bounds of a batch, decoded from its calls. `undefined` unless the first call records exactly the balances that
 * the last one bounds, and no call in between targets the contract.
 */
export function readAssertion(calls: readonly BatchCall[]): AssertedBounds | undefined {
  const [first, last] = [calls[0], calls.at(-1)]
  const between = calls.slice(1, -1)
  if (calls.length < 2 || !first || !last || between.some(isOurs) || !isOurs(first) || !isOurs(last)) return undefined
  const taken = readCall(first.data)
  const verified = readCall(last.data)
  if (taken?.functionName !== 'snapshot' || verified?.functionName !== 'verify') return undefined
  const [balances] = taken.args
  const [changes, allowances] = verified.args
  const isSame =
    balances.length === changes.length &&
    changes.every((change, index) => {
      const balance = balances[index]
      return sameAddress(balance?.token, change.token) && sameAddress(balance?.account, change.account)
    })
  if (!isSame) return undefined
  return {
    changes: changes.map((change) => ({ ...change, token: coin(change.token) })),
    allowances: allowances.map(({ through, ...rest }) => ({
      ...rest,
      through: through === zeroAddress ? undefined : through,
    })),
  }
}

function isOurs({ to }: BatchCall): boolean {
  return sameAddress(to, assertionAddress)
}

/** Decoded only if encoding it again gives the same bytes. */
function readCall(data: string) {
  if (!isHex(data)) return undefined
  try {
    const read = decodeFunctionData({ abi: assertionAbi, data })
    const again: Hex = encodeFunctionData({ abi: assertionAbi, ...read })
    return again.toLowerCase() === data.toLowerCase() ? read : undefined
  } catch {
    // Another function, or truncated arguments: not a call of ours.
    return undefined
  }
}

function addedUp(changes: AssertedBounds['changes']): AssertedBounds['changes'] {
  const sums = new Map<string, AssertedBounds['changes'][number]>()
  for (const change of changes) {
    const key = `${change.token}/${change.account}`.toLowerCase()
    sums.set(key, { ...change, least: (sums.get(key)?.least ?? 0n) + change.least })
  }
  return [...sums.values()]
}

function onChain(token: string) {
  return token === native ? zeroAddress : getAddress(token)
}
