import { type Hex, size, slice } from 'viem'
import { coin, sameAddress } from './address'
import { type ContractCall, disguised, type Effect, noWrapped, undecoded } from './call'
import { type CallContext, decoders, type FunctionDecoder, readBy } from './functionDecoder'
import { allHeld, byBalance, placeholder, type SaidSwap, together, traded } from './routers'
import { letsSpend, sendsTokens, throughPermit2 } from './tokens'
import { v4Swap } from './v4Swap'

/** The universal router: one byte per command, and encoded arguments for each. */
export const universal: readonly FunctionDecoder[] = decoders(
  ({ commands, inputs, deadline }, context) => {
    if (size(commands) !== inputs.length || inputs.length > maxCommands) return disguised
    const bytes = inputs.map((_, index) => Number(slice(commands, index, index + 1)))
    const calls = bytes.map((byte, index) => readCommand(byte & ~mayFail, inputs[index]!, context))
    return { does: 'batch', calls: joined(calls), deadline, isAtomic: bytes.every((byte) => (byte & mayFail) === 0) }
  },
  'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
  'function execute(bytes commands, bytes[] inputs)',
)

/** A command with this bit may fail without reverting the others. */
const mayFail = 0x80
const maxCommands = 32
/** One basis point of a portion whose whole is 1e18. */
const bipsScale = 10n ** 14n

function readCommand(code: number, input: Hex, context: CallContext): ContractCall {
  const { to, caller } = context
  const selector = `0x${code.toString(16).padStart(2, '0')}`
  const known = commands[code] ?? []
  const name = known[0]?.item.name
  return {
    ...{ to, caller, value: 0n, data: input, selector },
    ...(readBy(known, input, context) ?? { name, fields: [], effect: name === undefined ? undecoded() : disguised }),
  }
}

/**
 * A v3 or v4 swap may pay the pair that the next command trades with, which then finds its input there: that command
 * pays nothing, or the router's balance. The router takes the pair from its own factory: where something else was paid, the pair got nothing, and the minimum of
 * the second swap does not hold. So both are one swap with that minimum.
 */
function joined(calls: readonly ContractCall[]): readonly ContractCall[] {
  return calls.flatMap((call, index): ContractCall | readonly ContractCall[] => {
    const [before, after] = [calls[index - 1], calls[index + 1]]
    if (before && throughPair(before, call)) return []
    const effect = after && throughPair(call, after)
    if (!effect) return call
    const fields = after.fields.map((field) => ({ ...field, name: `then.${field.name}` }))
    return { ...call, name: `${call.name} + ${after.name}`, fields: [...call.fields, ...fields], effect }
  })
}

function throughPair(first: ContractCall, second: ContractCall): Effect | undefined {
  const [paying, trading] = [first.effect, second.effect]
  if (paying.does !== 'swap' || trading.does !== 'swap') return undefined
  const isPair = (first.selector === '0x00' || first.selector === '0x10') && second.selector === '0x08'
  const isElsewhere = ![first.to, first.caller].some((account) => sameAddress(account, paying.recipient))
  const isPaid = trading.amountIn === 0n || (trading.amountIn === 'all held' && trading.payer === 'router')
  if (!isPair || !isElsewhere || !isPaid || !sameAddress(paying.tokenOut, trading.tokenIn)) return undefined
  const { tokenOut, minimumReceived, recipient } = trading
  const via = [...paying.via, paying.tokenOut, ...trading.via]
  return { ...paying, via, tokenOut, minimumReceived, recipient, isCountedByBalance: true }
}

/** A swap, without and with a minimum price for each hop. */
const swapCommand = <const name extends string, const terms extends string>(name: name, terms: terms) =>
  [
    `function ${name}(address recipient, ${terms}, bool payerIsUser)`,
    `function ${name}(address recipient, ${terms}, bool payerIsUser, uint256[] minHopPriceX36)`,
  ] as const

/**
 * Commands have arguments but no selector, so they are declared as if they were functions. Routers differ in how many
 * bits of a command they use; unknown commands are not guessed. Since version 2.1 a swap may also have a minimum price per
 * hop, which only makes it stricter; earlier versions do not read it.
 */
const commands: Readonly<Record<number, readonly FunctionDecoder[]>> = {
  0: decoders(paid, ...swapCommand('V3_SWAP_EXACT_IN', 'uint256 amountIn, uint256 amountOutMinimum, bytes path')),
  1: decoders(paid, ...swapCommand('V3_SWAP_EXACT_OUT', 'uint256 amountOut, uint256 amountInMaximum, bytes path')),
  2: decoders(
    ({ token, recipient, amount }, context) =>
      placeholder(recipient, context) === context.to ? { does: 'pull', token, amount } : sendsTokens,
    'function PERMIT2_TRANSFER_FROM(address token, address recipient, uint160 amount)',
  ),
  3: decoders(
    () => letsSpend,
    'function PERMIT2_PERMIT_BATCH(((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)',
  ),
  4: decoders(
    ({ token, recipient, minimum }, context) => ({
      ...{ does: 'sweep', token: coin(token), minimum, recipient: placeholder(recipient, context) },
    }),
    'function SWEEP(address token, address recipient, uint256 minimum)',
  ),
  5: decoders(() => sendsTokens, 'function TRANSFER(address token, address recipient, uint256 value)'),
  6: decoders(portion, 'function PAY_PORTION(address token, address recipient, uint256 bps)'),
  // Since version 2.1.1.
  7: decoders(
    (fee, context) => portion({ ...fee, bps: (fee.portion + bipsScale - 1n) / bipsScale }, context),
    'function PAY_PORTION_FULL_PRECISION(address token, address recipient, uint256 portion)',
  ),
  // The payout of each pair follows from its input, and the final balance is not compared: with a fee-on-transfer token
  // less arrives.
  8: decoders(
    paidByBalance,
    ...swapCommand('V2_SWAP_EXACT_IN', 'uint256 amountIn, uint256 amountOutMinimum, address[] path'),
  ),
  9: decoders(
    paidByBalance,
    ...swapCommand('V2_SWAP_EXACT_OUT', 'uint256 amountOut, uint256 amountInMaximum, address[] path'),
  ),
  10: decoders(
    (said, { caller }) => throughPermit2(caller, said),
    'function PERMIT2_PERMIT(((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)',
  ),
  11: decoders(
    ({ recipient, amount }, { wrapped: token, ...context }) =>
      token === undefined
        ? noWrapped
        : { does: 'wrap', token, amount: held(amount), recipient: placeholder(recipient, context) },
    'function WRAP_ETH(address recipient, uint256 amount)',
  ),
  12: decoders(
    ({ recipient, minimum }, { wrapped: token, ...context }) =>
      token === undefined
        ? noWrapped
        : { does: 'unwrap', token, amount: 'all held', minimum, recipient: placeholder(recipient, context) },
    'function UNWRAP_WETH(address recipient, uint256 minimum)',
  ),
  13: decoders(
    () => sendsTokens,
    'function PERMIT2_TRANSFER_FROM_BATCH((address from, address to, uint160 amount, address token)[] transferDetails)',
  ),
  // It only reads a balance, and fails where that is too small.
  14: decoders(
    (_, context) => together(context),
    'function BALANCE_CHECK_ERC20(address owner, address token, uint256 minBalance)',
  ),
  16: v4Swap,
}

type Said = SaidSwap & { readonly payerIsUser: boolean }

function paid(swap: Said, context: CallContext): Effect {
  const effect = traded({ ...swap, recipient: placeholder(swap.recipient, context) })
  if (effect.does !== 'swap') return effect
  const payer = swap.payerIsUser ? 'caller' : 'router'
  return { ...effect, payer, amountIn: held(effect.amountIn), takesNoCoins: true }
}

function paidByBalance(swap: Said, context: CallContext): Effect {
  return byBalance(paid(swap, context))
}

type Portion = { readonly token: string; readonly recipient: string; readonly bps: bigint }

function portion({ token, recipient, bps }: Portion, context: CallContext): Effect {
  return { does: 'fee', token: coin(token), bps, recipient: placeholder(recipient, context) }
}

function held(amount: bigint | 'all held'): bigint | 'all held' {
  return amount === allHeld ? 'all held' : amount
}
