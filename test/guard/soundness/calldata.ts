import {
  type AbiFunction,
  type AbiParameter,
  type Address,
  concat,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  isHex,
  parseAbi,
  parseAbiParameters,
  slice,
  toFunctionSelector,
  toHex,
} from 'viem'

/** The vocabulary of mutations: the functions of tokens, routers, bridges and permits that plans are made of. */
export const spoken = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function setApprovalForAll(address operator, bool approved)',
  'function delegate(address delegatee)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Single params) payable',
  'struct Along { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(Along params) payable',
  'struct SingleOut { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountOut; uint256 amountInMaximum; uint160 sqrtPriceLimitX96; }',
  'function exactOutputSingle(SingleOut params) payable',
  'struct AlongOut { bytes path; address recipient; uint256 deadline; uint256 amountOut; uint256 amountInMaximum; }',
  'function exactOutput(AlongOut params) payable',
  'function multicall(bytes[] data) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function unwrapWETH9WithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function refundETH() payable',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
  'struct Destination { uint256 chain; bytes token; bytes recipient; uint256 minOut; uint64 deadline; }',
  'function deposit(address token, uint256 amount, Destination destination)',
  'function swapAndDeposit(address tokenIn, uint256 amountIn, bytes path, uint256 minMid, address midToken, Destination destination)',
  'function swapNativeAndDeposit(bytes path, uint256 minMid, address midToken, Destination destination) payable',
  'function refund(uint256 id)',
  'struct Mint { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function mint(Mint params) payable',
  'struct Increase { uint256 tokenId; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; uint256 deadline; }',
  'function increaseLiquidity(Increase params) payable',
  'struct Collect { uint256 tokenId; address recipient; uint128 amount0Max; uint128 amount1Max; }',
  'function collect(Collect params) payable',
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable',
  'function x(address tokenSold, uint256 amount, address tokenBought, uint256 amountOut, address recipient) payable',
  'struct Order { address giveTokenAddress; uint256 giveAmount; bytes takeTokenAddress; uint256 takeAmount; uint256 takeChainId; bytes receiverDst; address givePatchAuthoritySrc; bytes orderAuthorityAddressDst; bytes allowedTakerDst; bytes externalCall; bytes allowedCancelBeneficiarySrc; }',
  'function createSaltedOrder(Order order, uint64 salt, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope, bytes metadata) payable',
  'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
  'struct SendParam { uint32 dstEid; bytes32 to; uint256 amountLD; uint256 minAmountLD; bytes extraOptions; bytes composeMsg; bytes oftCmd; }',
  'struct MessagingFee { uint256 nativeFee; uint256 lzTokenFee; }',
  'function send(SendParam sendParam, MessagingFee fee, address refundAddress) payable',
  'struct Swap { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  'struct Bridge { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct Across { address receivingAssetId; uint256 outputAmount; uint32 quoteTimestamp; uint32 fillDeadline; bytes message; }',
  'function swapTokensGeneric(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmount, Swap[] swapData) payable',
  'function startBridgeTokensViaAcrossV3(Bridge bridgeData, Across acrossData) payable',
  'function swapAndStartBridgeTokensViaAcrossV3(Bridge bridgeData, Swap[] swapData, Across acrossData) payable',
  'struct Slippage { address recipient; address buyToken; uint256 minAmountOut; }',
  'function execute(Slippage slippage, bytes[] actions, bytes32 zidAndAffiliate) payable',
  'function exec(address operator, address token, uint256 amount, address target, bytes data) payable',
])

/** Permit2's own `approve`, and the universal router: separate from `spoken`, because names would occur twice. */
const behindPermit2 = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function execute(bytes commands, bytes[] inputs, uint256 deadline) payable',
])

export function permit2Approval(token: Address, spender: Address, amount: bigint, expiration: number): Hex {
  return encodeFunctionData({ abi: behindPermit2, functionName: 'approve', args: [token, spender, amount, expiration] })
}

/** One command of the universal router: its byte, and its encoded arguments. */
export type Command = { readonly code: number; readonly input: Hex }

export function executeData(commands: readonly Command[], deadline: bigint): Hex {
  const codes = concat(commands.map(({ code }) => toHex(code, { size: 1 })))
  const inputs = commands.map(({ input }) => input)
  return encodeFunctionData({ abi: behindPermit2, functionName: 'execute', args: [codes, inputs, deadline] })
}

/** The commands of calldata for the universal router; `undefined` where it is something else. */
export function commandsIn(
  data: unknown,
): { readonly commands: readonly Command[]; readonly deadline: bigint } | undefined {
  if (typeof data !== 'string' || !isHex(data) || !data.startsWith('0x3593564c')) return undefined
  const { args, functionName } = decodeFunctionData({ abi: behindPermit2, data })
  if (functionName !== 'execute') return undefined
  const [codes, inputs, deadline] = args
  const commands = inputs.map((input, index) => ({ code: Number(slice(codes, index, index + 1)), input }))
  return { commands, deadline }
}

/** The arguments of the commands that plans are made of. */
export const commandInputs: ReadonlyMap<number, readonly AbiParameter[]> = new Map<number, readonly AbiParameter[]>([
  [0x00, parseAbiParameters('address recipient, uint256 amountIn, uint256 amountOutMinimum, bytes path, bool byUser')],
  [0x01, parseAbiParameters('address recipient, uint256 amountOut, uint256 amountInMaximum, bytes path, bool byUser')],
  [0x02, parseAbiParameters('address token, address recipient, uint160 amount')],
  [0x04, parseAbiParameters('address token, address recipient, uint256 amountMinimum')],
  [0x05, parseAbiParameters('address token, address recipient, uint256 value')],
  [0x06, parseAbiParameters('address token, address recipient, uint256 feeBips')],
  [
    0x08,
    parseAbiParameters('address recipient, uint256 amountIn, uint256 amountOutMinimum, address[] path, bool byUser'),
  ],
  [0x0b, parseAbiParameters('address recipient, uint256 amount')],
  [0x0c, parseAbiParameters('address recipient, uint256 amountMinimum')],
])

/** One argument of a call, or of a call inside it: its meaning, and the calldata with another value in its place. */
export type Slot = {
  readonly is: SlotKind
  readonly name: string
  readonly type: string
  readonly value: unknown
  readonly write: (value: unknown) => Hex
}

export type SlotKind =
  | 'token'
  | 'party'
  | 'amount'
  | 'minimum'
  | 'deadline'
  | 'limit'
  | 'tier'
  | 'share'
  | 'path'
  | 'far'
  | 'chain'
  | 'range'
  | 'calls'
  | 'flag'
  | 'other'

export function slotsOf(data: unknown): readonly Slot[] {
  if (typeof data !== 'string' || !isHex(data)) return []
  const item = functions.get(data.slice(0, 10).toLowerCase())
  if (!item) return []
  const batch = commandsIn(data)
  if (batch) return slotsOfCommands(batch)
  try {
    const { args = [] } = decodeFunctionData({ abi: [item], data })
    const values: readonly unknown[] = args
    return item.inputs.flatMap((input, index) =>
      leavesOf(input, values[index], (value) => encodeFunctionData({ abi: [item], args: values.with(index, value) })),
    )
  } catch {
    // An earlier mutation has left invalid calldata: there is nothing to decode.
    return []
  }
}

function slotsOfCommands({ commands, deadline }: NonNullable<ReturnType<typeof commandsIn>>): readonly Slot[] {
  const until: Slot = {
    ...{ is: 'deadline', name: 'deadline', type: 'uint256', value: deadline },
    write: (value) => executeData(commands, typeof value === 'bigint' ? value : deadline),
  }
  const inside = commands.flatMap(({ code, input }, place) => {
    const inputs = commandInputs.get(code & 0x3f)
    if (!inputs) return []
    const values = valuesOf(inputs, input)
    return values.flatMap((read, index) =>
      leavesOf(inputs[index]!, read, (value) => {
        const changed = encodeAbiParameters(inputs, values.with(index, value))
        return executeData(commands.with(place, { code, input: changed }), deadline)
      }),
    )
  })
  return [until, ...inside]
}

/** None where an earlier mutation has left bytes that cannot be decoded. */
function valuesOf(inputs: readonly AbiParameter[], input: Hex): readonly unknown[] {
  try {
    return decodeAbiParameters(inputs, input)
  } catch {
    return []
  }
}

function leavesOf(input: AbiParameter, value: unknown, write: Slot['write']): readonly Slot[] {
  if (input.type === 'tuple[]' && Array.isArray(value)) {
    const list: readonly unknown[] = value
    return list.flatMap((each, index) =>
      leavesOf({ ...input, type: 'tuple' }, each, (changed) => write(list.with(index, changed))),
    )
  }
  if ('components' in input && isRecord(value))
    return input.components.flatMap((part) => {
      const name = part.name ?? ''
      return leavesOf(part, value[name], (changed) => write({ ...value, [name]: changed }))
    })
  const slot = { is: kindOf(input), name: input.name ?? '', type: input.type, value, write }
  if (input.type === 'bytes') {
    const nested = slotsOf(value).map((found) => ({
      ...found,
      write: (changed: unknown) => write(found.write(changed)),
    }))
    return [slot, ...nested]
  }
  if (input.type !== 'bytes[]' || !Array.isArray(value)) return [slot]
  const inner: readonly unknown[] = value
  const nested = inner.flatMap((call, index) =>
    slotsOf(call).map((found) => ({
      ...found,
      write: (changed: unknown) => write(inner.with(index, found.write(changed))),
    })),
  )
  return [slot, ...nested]
}

function kindOf({ type, name = '' }: AbiParameter): SlotKind {
  if (type === 'bytes[]') return 'calls'
  if (name === 'path') return 'path'
  if (type === 'bytes' || (type === 'bytes32' && name === 'to')) return 'far'
  if (type === 'bool') return 'flag'
  if (type === 'address') return /token|AssetId/i.test(name) ? 'token' : 'party'
  if (/deadline|expiration/i.test(name)) return 'deadline'
  if (/limit/i.test(name)) return 'limit'
  if (name === 'fee') return 'tier'
  if (name === 'feeBips') return 'share'
  if (/^chain$|ChainId$|^dstEid$/.test(name)) return 'chain'
  if (type.startsWith('int')) return 'range'
  if (/min|^amountOut$|^(take|output)Amount$/i.test(name)) return 'minimum'
  return /amount|value|Fee$/i.test(name) ? 'amount' : 'other'
}

const functions: ReadonlyMap<string, AbiFunction> = new Map(
  [...spoken, ...behindPermit2].flatMap((item) =>
    item.type === 'function' ? [[toFunctionSelector(item), item] as const] : [],
  ),
)

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
