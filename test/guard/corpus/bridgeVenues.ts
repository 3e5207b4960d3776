import { concat, encodeFunctionData, getAddress, type Hex, pad, parseAbi, toHex } from 'viem'
import type { Chain } from '../../../src/domain/chain'
import type { Token } from '../../../src/domain/token'
import type { PlanningContext } from '../../../src/guard/answer/parsedAnswer'
import type { SwapIntent } from '../../../src/guard/intent'
import type { DeploymentChain } from '../../../src/protocol/deployment/deployment'
import { contractsOf, permit2, venueNames } from '../../../src/protocol/deployment/venues'
import type { SwapAnswer } from '../../../src/protocol/serviceMessages'
import {
  addressOf,
  answerOf,
  approveData,
  chainTime,
  friend,
  intentOf,
  me,
  nobody,
  outcomeOf,
  record,
  thief,
} from '../fixtures'
import type { HonestCase } from './honest'
import type { TamperedCase } from './tampered'
import { contractOf, knownThere, mainnet, settings } from './venues'
import { codeHash } from './world'

/*
 * Common bridges with their published functions, from Ethereum to Base: the calldata of each, and every member of it
 * changed once.
 */

const base: Chain = { id: 12, chainId: 8453, name: 'Base', kind: 'evm', isEnabled: true }

function there(symbol: string, decimals: number, price: string, address: string): Token {
  const id = 8_000 + symbol.charCodeAt(0) * 100 + symbol.length
  const isNative = address === nobody
  return { id, chain: base, symbol, name: symbol, decimals, price, address, isNative, imagePath: undefined }
}

const onBase = {
  eth: there('ETH', 18, '3200', nobody),
  weth: there('WETH', 18, '3200', '0x4200000000000000000000000000000000000006'),
  usdc: there('USDC', 6, '1', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
}

const settler = addressOf('settler')
const names = venueNames.flatMap((name) => contractsOf(name, 'evm', 1))

const source: DeploymentChain = {
  ...settings,
  trusted: [...names, settler],
  codeHashes: [...names, settler].map((address) => ({ address, codeHash: codeHash(address) })),
}

const [farRouter = nobody] = contractsOf('uniswap-universal-router', 'evm', 8453).map((address) => getAddress(address))
/** Only in this deployment, to take deliveries. */
const farReceiver = addressOf('receiver')

const baseSettings: DeploymentChain = {
  ...settings,
  chainId: 8453,
  name: 'Base',
  wrappedNative: onBase.weth.address,
  trusted: [farRouter, permit2, farReceiver],
  codeHashes: [],
}

export const bridged: Partial<PlanningContext> = { ...knownThere, chains: [source, baseSettings] }

const crossing = intentOf(mainnet.usdc, '1000', onBase.usdc)
const coins = intentOf(mainnet.eth, '1', onBase.eth)
const swapping = intentOf(mainnet.usdc, '1000', mainnet.weth)

/** The members of a deposit, each of which a tampered list changes. */
type Said = {
  readonly to: Hex
  readonly amount: bigint
  readonly minimum: bigint
  readonly chain: number
  readonly token: Hex
  readonly refund: Hex
  readonly value: bigint
  readonly message: Hex
}

const endpoints: ReadonlyMap<number, number> = new Map([
  [8453, 30_184],
  [10, 30_111],
])
const messageFee = 1_000_000_000_000_000n

function saidBy(intent: SwapIntent, change: Partial<Said>): Said {
  const { sell, buy } = intent
  return {
    to: getAddress(intent.recipient),
    amount: sell.units,
    minimum: (outcomeOf(intent) * 9_950n) / 10_000n,
    chain: buy.chain.chainId,
    token: getAddress(buy.address),
    refund: me,
    value: (sell.token.isNative ? sell.units : 0n) + messageFee,
    message: '0x',
    ...change,
  }
}

function answered({ sell }: SwapIntent, to: Hex, data: Hex, value: bigint, spender = to): SwapAnswer {
  const approve = { type: 'approve', to: sell.token.address, data: approveData(spender, sell.units) }
  return answerOf([...(sell.token.isNative ? [] : [record(approve)]), record({ to, data, value: `${value}` })], {
    minAmountOut: undefined,
  })
}

const stargateAbi = parseAbi([
  'struct SendParam { uint32 dstEid; bytes32 to; uint256 amountLD; uint256 minAmountLD; bytes extraOptions; bytes composeMsg; bytes oftCmd; }',
  'struct MessagingFee { uint256 nativeFee; uint256 lzTokenFee; }',
  'function send(SendParam sendParam, MessagingFee fee, address refundAddress) payable',
  'function sendToken(SendParam sendParam, MessagingFee fee, address refundAddress) payable',
])

/** A recipient as a word; more than twenty bytes are taken as they are. */
const wordOf = (address: Hex) => pad(address, { size: 32 })

type Sending = Partial<Said> & {
  readonly options?: Hex
  readonly mode?: Hex
  readonly tokenFee?: bigint
  readonly name?: 'send' | 'sendToken'
}

function stargateSend(intent: SwapIntent, change: Sending = {}): SwapAnswer {
  const { options = '0x', mode = '0x', tokenFee = 0n, name = 'send', ...more } = change
  const said = saidBy(intent, more)
  const pool = contractOf(intent.sell.token.isNative ? 'stargate-eth' : 'stargate-usdc').address
  const param = {
    ...{ dstEid: endpoints.get(said.chain)!, to: wordOf(said.to), amountLD: said.amount },
    ...{ minAmountLD: said.minimum, extraOptions: options, composeMsg: said.message, oftCmd: mode },
  }
  const fee = { nativeFee: messageFee, lzTokenFee: tokenFee }
  const data = encodeFunctionData({ abi: stargateAbi, functionName: name, args: [param, fee, said.refund] })
  return answered(intent, pool, data, said.value)
}

const dln = parseAbi([
  'struct Order { address giveTokenAddress; uint256 giveAmount; bytes takeTokenAddress; uint256 takeAmount; uint256 takeChainId; bytes receiverDst; address givePatchAuthoritySrc; bytes orderAuthorityAddressDst; bytes allowedTakerDst; bytes externalCall; bytes allowedCancelBeneficiarySrc; }',
  'function createSaltedOrder(Order order, uint64 salt, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope, bytes metadata) payable',
  'function createOrder(Order order, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope) payable',
])

type Ordering = Partial<Said> & {
  readonly authority?: Hex
  readonly taker?: Hex
  readonly affiliate?: Hex
  readonly isUnsalted?: boolean
}

function dlnOrder(intent: SwapIntent, change: Ordering = {}): SwapAnswer {
  const { authority = getAddress(intent.recipient), taker = '0x', affiliate = '0x', isUnsalted, ...more } = change
  const said = saidBy(intent, more)
  const order = {
    ...{ giveTokenAddress: getAddress(intent.sell.token.address), giveAmount: said.amount },
    ...{ takeTokenAddress: said.token, takeAmount: said.minimum, takeChainId: BigInt(said.chain) },
    ...{ receiverDst: said.to, givePatchAuthoritySrc: me, orderAuthorityAddressDst: authority },
    ...{ allowedTakerDst: taker, externalCall: said.message, allowedCancelBeneficiarySrc: said.refund },
  }
  const data = isUnsalted
    ? encodeFunctionData({ abi: dln, functionName: 'createOrder', args: [order, affiliate, 0, '0x'] })
    : encodeFunctionData({ abi: dln, functionName: 'createSaltedOrder', args: [order, 7n, affiliate, 0, '0x', '0x'] })
  return answered(intent, contractOf('debridge').address, data, said.value)
}

const tokenBridge = parseAbi([
  'function transferTokens(address token, uint256 amount, uint16 recipientChain, bytes32 recipient, uint256 arbiterFee, uint32 nonce) payable',
])

function wormholeTransfer(intent: SwapIntent, change: Partial<Said> & { readonly fee?: bigint } = {}): SwapAnswer {
  const { fee = 0n, ...more } = change
  const said = saidBy(intent, { value: 0n, ...more })
  const chain = said.chain === 8453 ? 30 : 24
  const to = wordOf(said.to)
  const args = [getAddress(intent.sell.token.address), said.amount, chain, to, fee, 7] as const
  const data = encodeFunctionData({ abi: tokenBridge, functionName: 'transferTokens', args })
  return answered(intent, contractOf('wormhole').address, data, said.value)
}

const diamond = parseAbi([
  'struct Swap { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  'struct Bridge { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct Across { address receivingAssetId; uint256 outputAmount; uint32 quoteTimestamp; uint32 fillDeadline; bytes message; }',
  'struct Relay { bytes32 requestId; bytes32 nonEVMReceiver; bytes32 receivingAssetId; bytes signature; }',
  'function swapTokensGeneric(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmount, Swap[] swapData) payable',
  'function swapTokensSingleV3ERC20ToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, Swap swapData)',
  'function swapTokensMultipleV3ERC20ToNative(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, Swap[] swapData)',
  'function swapTokensSingleV3NativeToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, Swap swapData) payable',
  'function startBridgeTokensViaAcrossV3(Bridge bridgeData, Across acrossData) payable',
  'function startBridgeTokensViaRelay(Bridge bridgeData, Relay relayData) payable',
  'struct Hop { uint256 bonderFee; uint256 amountOutMin; uint256 deadline; address relayer; }',
  'function startBridgeTokensViaHop(Bridge bridgeData, Hop hopData) payable',
])

const word: Hex = `0x${'ab'.repeat(32)}`
const route: Hex = '0x12345678'
const dex = addressOf('some exchange')

type LifiChange = Partial<Said> & {
  readonly name?: 'swapTokensGeneric' | 'swapTokensSingleV3ERC20ToERC20' | 'swapTokensMultipleV3ERC20ToNative'
  /** A further token that the diamond takes. */
  readonly besides?: Token
}

/** A swap by LI.FI's diamond on one chain. */
function lifiSwap(intent: SwapIntent, change: LifiChange = {}): SwapAnswer {
  const { name = 'swapTokensGeneric', besides, ...more } = change
  const { sell, buy } = intent
  const said = saidBy(intent, { value: sell.token.isNative ? sell.units : 0n, ...more })
  const swap = {
    ...{ callTo: dex, approveTo: dex, sendingAssetId: getAddress(sell.token.address), receivingAssetId: said.token },
    ...{ fromAmount: said.amount, callData: route, requiresDeposit: !sell.token.isNative },
  } as const
  const also = besides ? [{ ...swap, sendingAssetId: getAddress(besides.address), fromAmount: 10n ** 20n }] : []
  const head = [word, 'tidegate', '', said.to, said.minimum] as const
  const data =
    name === 'swapTokensSingleV3ERC20ToERC20'
      ? encodeFunctionData({ abi: diamond, functionName: name, args: [...head, swap] })
      : encodeFunctionData({ abi: diamond, functionName: name, args: [...head, [...also, swap]] })
  const answer = answered(intent, contractOf('lifi').address, data, said.value)
  const expected = outcomeOf(intent)
  return {
    ...answer,
    minAmountOut: `${(expected * 9_950n) / 10_000n}`,
    expectedAmountOut: `${expected}`,
    path: [buy.symbol],
  }
}

/** A crossing that LI.FI's diamond hands on. */
function lifiBridge(
  intent: SwapIntent,
  via: 'Across' | 'Relay' | 'Hop',
  change: Partial<Said> & { readonly lasts?: number } = {},
): SwapAnswer {
  const { lasts = 900, ...more } = change
  const said = saidBy(intent, { value: 0n, ...more })
  const bridge = {
    ...{ transactionId: word, bridge: via, integrator: 'tidegate', referrer: getAddress(nobody), receiver: said.to },
    ...{ sendingAssetId: getAddress(intent.sell.token.address), minAmount: said.amount },
    ...{ destinationChainId: BigInt(said.chain), hasSourceSwaps: false, hasDestinationCall: said.message !== '0x' },
  } as const
  const times = { quoteTimestamp: Number(chainTime), fillDeadline: Number(chainTime) + lasts }
  const across = { receivingAssetId: said.token, outputAmount: said.minimum, ...times, message: said.message }
  const relay = { requestId: word, nonEVMReceiver: word, receivingAssetId: word, signature: said.message }
  const hop = { bonderFee: 1n, amountOutMin: said.minimum, deadline: chainTime + 900n, relayer: getAddress(nobody) }
  const data = {
    Across: () =>
      encodeFunctionData({ abi: diamond, functionName: 'startBridgeTokensViaAcrossV3', args: [bridge, across] }),
    Relay: () => encodeFunctionData({ abi: diamond, functionName: 'startBridgeTokensViaRelay', args: [bridge, relay] }),
    Hop: () => encodeFunctionData({ abi: diamond, functionName: 'startBridgeTokensViaHop', args: [bridge, hop] }),
  }[via]()
  return answered(intent, contractOf('lifi').address, data, said.value)
}

const spokePool = parseAbi([
  'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
])

function acrossSend(intent: SwapIntent, change: Partial<Said> = {}): SwapAnswer {
  const said = saidBy(intent, { value: 0n, ...change })
  const data = encodeFunctionData({
    abi: spokePool,
    functionName: 'depositV3',
    args: [
      ...([said.refund, said.to, getAddress(intent.sell.token.address), said.token, said.amount] as const),
      ...([said.minimum, BigInt(said.chain), getAddress(nobody)] as const),
      ...([Number(chainTime), Number(chainTime) + 900, 0, said.message] as const),
    ],
  })
  return answered(intent, contractOf('across').address, data, said.value)
}

const diamondV4 = parseAbi([
  'struct Bridge { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct Across { bytes32 receiverAddress; bytes32 refundAddress; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }',
  'function startBridgeTokensViaAcrossV4(Bridge bridgeData, Across acrossData) payable',
])
const diamondV4Later = parseAbi([
  'struct Bridge { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct Across { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }',
  'function startBridgeTokensViaAcrossV4(Bridge bridgeData, Across acrossData) payable',
])
const diamondV3Later = parseAbi([
  'struct Bridge { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct Across { address receiverAddress; address refundAddress; address receivingAssetId; uint256 outputAmount; uint64 outputAmountPercent; address exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }',
  'function startBridgeTokensViaAcrossV3(Bridge bridgeData, Across acrossData) payable',
])

type AcrossVersion = 'V4' | 'V4 later' | 'V3 later'

type V4Change = Partial<Said> & {
  readonly receiver?: Hex
  readonly version?: AcrossVersion
  /** The input of Across, if the version names it. */
  readonly given?: Hex
}

/** By the diamond's later facet for Across, which names recipient and refund next to the diamond's receiver. */
function lifiV4(change: V4Change = {}, intent = crossing): SwapAnswer {
  const said = saidBy(intent, { value: 0n, ...change })
  const sold = getAddress(intent.sell.token.address)
  const bridge = {
    ...{ transactionId: word, bridge: 'across', integrator: 'tidegate', referrer: getAddress(nobody) },
    ...{ receiver: change.receiver ?? said.to, sendingAssetId: sold },
    ...{ minAmount: said.amount, destinationChainId: BigInt(said.chain) },
    ...{ hasSourceSwaps: false, hasDestinationCall: said.message !== '0x' },
  }
  const rest = {
    ...{ outputAmount: said.minimum, quoteTimestamp: Number(chainTime), fillDeadline: Number(chainTime) + 900 },
    ...{ exclusivityDeadline: 0, exclusivityParameter: 0, message: said.message },
  }
  const v4 = {
    ...{ receiverAddress: wordOf(said.to), refundAddress: wordOf(said.refund), receivingAssetId: wordOf(said.token) },
    ...{ outputAmountMultiplier: 10n ** 30n, exclusiveRelayer: pad('0x', { size: 32 }) },
    ...rest,
  }
  const later = { ...v4, sendingAssetId: wordOf(change.given ?? sold) }
  const v3 = {
    ...{ receiverAddress: said.to, refundAddress: said.refund, receivingAssetId: said.token },
    ...{ outputAmountPercent: 10n ** 18n, exclusiveRelayer: getAddress(nobody) },
    ...rest,
  }
  const [nameV3, nameV4] = ['startBridgeTokensViaAcrossV3', 'startBridgeTokensViaAcrossV4'] as const
  const data = {
    V4: () => encodeFunctionData({ abi: diamondV4, functionName: nameV4, args: [bridge, v4] }),
    'V4 later': () => encodeFunctionData({ abi: diamondV4Later, functionName: nameV4, args: [bridge, later] }),
    'V3 later': () => encodeFunctionData({ abi: diamondV3Later, functionName: nameV3, args: [bridge, v3] }),
  }[change.version ?? 'V4']()
  return answered(crossing, contractOf('lifi').address, data, said.value)
}

const diamondStargate = parseAbi([
  'struct Bridge { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct SendParam { uint32 dstEid; bytes32 to; uint256 amountLD; uint256 minAmountLD; bytes extraOptions; bytes composeMsg; bytes oftCmd; }',
  'struct Fee { uint256 nativeFee; uint256 lzTokenFee; }',
  'struct Stargate { uint16 assetId; SendParam sendParams; Fee fee; address refundAddress; }',
  'function startBridgeTokensViaStargate(Bridge bridgeData, Stargate stargateData) payable',
])

/** A stand-in of LI.FI's for receivers that its bridge data cannot name. */
const otherKind: Hex = '0x11f111f111f111F111f111f111F111f111f111F1'

type Calling = { readonly chain?: number; readonly message?: Hex; readonly options?: Hex }

/**
 * By LI.FI's diamond through Stargate, with a call on the destination chain: the diamond's receiver has no effect then.
 */
function lifiCall(receiver: Hex, handler: Hex, change: Calling = {}): SwapAnswer {
  const said = saidBy(crossing, {})
  const { chain = said.chain, message = someCode, options = '0x' } = change
  const bridge = {
    ...{ transactionId: word, bridge: 'stargate', integrator: 'tidegate', referrer: getAddress(nobody), receiver },
    ...{ sendingAssetId: getAddress(crossing.sell.token.address), minAmount: said.amount },
    ...{ destinationChainId: BigInt(said.chain), hasSourceSwaps: false, hasDestinationCall: message !== '0x' },
  }
  const sendParams = {
    ...{ dstEid: endpoints.get(chain)!, to: wordOf(handler), amountLD: said.amount, minAmountLD: said.minimum },
    ...({ extraOptions: options, composeMsg: message, oftCmd: '0x' } as const),
  }
  const fee = { nativeFee: messageFee, lzTokenFee: 0n }
  const data = encodeFunctionData({
    abi: diamondStargate,
    functionName: 'startBridgeTokensViaStargate',
    args: [bridge, { assetId: 1, sendParams, fee, refundAddress: me }],
  })
  return answered(crossing, contractOf('lifi').address, data, messageFee)
}

const payloadBridge = parseAbi([
  'function transferTokensWithPayload(address token, uint256 amount, uint16 recipientChain, bytes32 recipient, uint32 nonce, bytes payload) payable',
])

function wormholePayload(to: Hex): SwapAnswer {
  const args = [getAddress(crossing.sell.token.address), crossing.sell.units, 30, wordOf(to), 7, someCode] as const
  const data = encodeFunctionData({ abi: payloadBridge, functionName: 'transferTokensWithPayload', args })
  return answered(crossing, contractOf('wormhole').address, data, 0n)
}

/** Published for deliveries with a message on Base: Across' handler of batches, and LI.FI's receiver. */
const acrossHandler: Hex = '0x924a9f036260DdD5808007E1AA95f08eD08aA569'
const lifiReceiver: Hex = '0xca6e6B692F568055adA0bF72A06D1EBbC938Fb23'
const someCode: Hex = '0xdeadbeef'

const zeroEx = parseAbi([
  'struct Slippage { address recipient; address buyToken; uint256 minAmountOut; }',
  'function execute(Slippage slippage, bytes[] actions, bytes32 zidAndAffiliate) payable',
  'function exec(address operator, address token, uint256 amount, address target, bytes data) payable',
])

type Settling = Partial<Said> & { readonly operator?: Hex; readonly target?: Hex; readonly sold?: Hex }

/** A swap by 0x: the allowance holder lets the settler take the input. */
function settlerSwap(intent: SwapIntent, change: Settling = {}): SwapAnswer {
  const { operator = settler, target = settler, sold = getAddress(intent.sell.token.address), ...more } = change
  const said = saidBy(intent, { value: intent.sell.token.isNative ? intent.sell.units : 0n, ...more })
  const slippage = { recipient: said.to, buyToken: said.token, minAmountOut: said.minimum }
  const inner = encodeFunctionData({ abi: zeroEx, functionName: 'execute', args: [slippage, ['0x1234'], word] })
  const holder = contractOf('0x-allowance-holder').address
  const outer = encodeFunctionData({
    abi: zeroEx,
    functionName: 'exec',
    args: [operator, sold, said.amount, target, inner],
  })
  const expected = outcomeOf(intent)
  const answer = intent.sell.token.isNative
    ? answered(intent, target, inner, said.value)
    : answered(intent, holder, outer, said.value)
  return { ...answer, minAmountOut: `${(expected * 9_950n) / 10_000n}`, expectedAmountOut: `${expected}` }
}

/** Native coin is sold, and the holder allows the same amount of wrapped coins to be taken. */
function coinsBesideToken(intent: SwapIntent): SwapAnswer {
  const wrapped = { ...intent, sell: { ...intent.sell, token: mainnet.weth } }
  const { transactions, ...rest } = settlerSwap(wrapped, { value: intent.sell.units })
  const [, swap] = transactions
  return { ...rest, transactions: [{ ...swap!, order: 0, value: `${intent.sell.units}` }] }
}

type Bridging = { readonly intent: SwapIntent; readonly answer: SwapAnswer }

function good(name: string, { intent, answer }: Bridging, more: Partial<HonestCase> = {}): HonestCase {
  return { name, intent, answer, known: bridged, ...more }
}

const forFriend: SwapIntent = { ...crossing, recipient: friend }
const smallFee = concat([addressOf('integrator'), toHex(crossing.sell.units / 1_000n, { size: 32 })])
const lifiCoins = intentOf(mainnet.usdc, '1000', mainnet.eth)
const paidWithCoins = intentOf(mainnet.eth, '0.5', mainnet.usdc)

export const honestBridges: readonly HonestCase[] = [
  good('Stargate: USDC to Base', { intent: crossing, answer: stargateSend(crossing) }),
  good('Stargate: USDC to Base with a ticket, on the bus', {
    intent: crossing,
    answer: stargateSend(crossing, { name: 'sendToken', mode: '0x00' }),
  }),
  good('Stargate: ETH to Base', { intent: coins, answer: stargateSend(coins) }),
  good('deBridge: USDC to Base', { intent: crossing, answer: dlnOrder(crossing) }),
  good('deBridge: USDC to Base, without a salt', {
    intent: crossing,
    answer: dlnOrder(crossing, { isUnsalted: true, refund: me }),
  }),
  good('deBridge: ETH to Base', { intent: coins, answer: dlnOrder(coins) }),
  good(
    'deBridge with a fee of a tenth of a percent for an integrator',
    {
      intent: crossing,
      answer: dlnOrder(crossing, { affiliate: smallFee }),
    },
    { isLoud: true, level: 'tried' },
  ),
  good('deBridge for a friend, who may cancel', { intent: forFriend, answer: dlnOrder(forFriend) }, { level: 'tried' }),
  good(
    'Wormhole: USDC to Base, whose copy is not known',
    { intent: crossing, answer: wormholeTransfer(crossing) },
    { level: 'tried' },
  ),
  good('LI.FI through Across: USDC to Base', { intent: crossing, answer: lifiBridge(crossing, 'Across') }),
  good(
    'LI.FI through Relay, whose order has only an id',
    { intent: crossing, answer: lifiBridge(crossing, 'Relay') },
    { level: 'tried' },
  ),
  good(
    'LI.FI through a bridge that nobody reads',
    { intent: crossing, answer: lifiBridge(crossing, 'Hop') },
    { level: 'tried' },
  ),
  good('Across: USDC to Base', { intent: crossing, answer: acrossSend(crossing) }),
  good('LI.FI through Across by its later facet', { intent: crossing, answer: lifiV4() }),
  ...(['V4 later', 'V3 later'] as const).map((version) =>
    good(`LI.FI through Across, ${version}`, { intent: crossing, answer: lifiV4({ version }) }),
  ),
  ...(
    [
      [
        'LI.FI through Across by its later facet, with a call by its receiver',
        lifiV4({ receiver: me, to: lifiReceiver, message: someCode }),
      ],
      ['Across with a message for its handler', acrossSend(crossing, { to: acrossHandler, message: someCode })],
      ['Across with a message that accounts do not read', acrossSend(crossing, { message: someCode })],
      [
        'Across with a message for a contract of settings',
        acrossSend(crossing, { to: farReceiver, message: someCode }),
      ],
      [
        'LI.FI through Across with a call by its receiver',
        lifiBridge(crossing, 'Across', { to: lifiReceiver, message: someCode }),
      ],
      ['LI.FI through Stargate with a call by its receiver', lifiCall(me, lifiReceiver)],
      ['Stargate with a message for LI.FI’s receiver', stargateSend(crossing, { to: lifiReceiver, message: someCode })],
    ] as const
  ).map(([name, answer]) => good(name, { intent: crossing, answer }, { level: 'tried' })),
  good('LI.FI: USDC into WETH by its generic swap', { intent: swapping, answer: lifiSwap(swapping) }),
  good('LI.FI: USDC into WETH by its third generation', {
    intent: swapping,
    answer: lifiSwap(swapping, { name: 'swapTokensSingleV3ERC20ToERC20' }),
  }),
  good('LI.FI: USDC into ETH by several swaps', {
    intent: lifiCoins,
    answer: lifiSwap(lifiCoins, { name: 'swapTokensMultipleV3ERC20ToNative', token: nobody }),
  }),
  good('LI.FI: ETH into USDC', { intent: paidWithCoins, answer: lifiSwap(paidWithCoins) }),
  good('0x: USDC into WETH by the allowance holder', { intent: swapping, answer: settlerSwap(swapping) }),
  good('0x: ETH into USDC by the settler', { intent: paidWithCoins, answer: settlerSwap(paidWithCoins) }),
]

function bad(
  code: string,
  name: string,
  answer: SwapAnswer,
  level: TamperedCase['level'] = 'blocked',
  intent = crossing,
): TamperedCase {
  return { code, name, level, intent, answer, known: bridged }
}

const falseCoins = intentOf(mainnet.usdc, '1000', { ...onBase.eth, decimals: 6 })
const falseDollars = intentOf(mainnet.usdc, '1000', { ...onBase.usdc, decimals: 2 })
const half = crossing.sell.units / 2n
const twice = crossing.sell.units * 2n
const bigFee = concat([thief, toHex(crossing.sell.units / 20n, { size: 32 })])
/** A thief behind bytes that bridges drop. */
const thiefBehind = concat(['0x01', thief])
/** An address of the wrong token on Base. */
const otherToken = getAddress(onBase.weth.address)

/** The tamperings that must be found for each fully decoded bridge, in every notation of the deposit. */
function tamperedAt(name: string, write: (change: Partial<Said>) => SwapAnswer): readonly TamperedCase[] {
  return [
    bad('V-036', `${name} to a thief`, write({ to: thief })),
    bad('V-036', `${name} to a third chain`, write({ chain: 10 })),
    bad('V-016', `${name} without a minimum`, write({ minimum: 0n })),
    bad('A-32', `${name} for next to nothing`, write({ minimum: 1_000_000n })),
    bad('V-051', `${name} with half of what is sold`, write({ amount: half })),
    bad('V-015', `${name} with twice of what is sold`, write({ amount: twice })),
    bad('V-006', `${name} with a coin besides`, write({ value: 10n ** 18n })),
  ]
}

export const tamperedBridges: readonly TamperedCase[] = [
  ...tamperedAt('Stargate', (change) => stargateSend(crossing, change)),
  bad('V-011', 'Stargate with the refund of the message for a thief', stargateSend(crossing, { refund: thief })),
  bad(
    'V-051',
    'Stargate with a message for the recipient’s code',
    stargateSend(crossing, { message: someCode }),
    'tried',
  ),
  bad(
    'V-051',
    'Stargate with options for the far side',
    stargateSend(crossing, { options: '0x000301001101' }),
    'tried',
  ),
  bad('V-051', 'Stargate with a fee in its own token', stargateSend(crossing, { tokenFee: 5n }), 'tried'),
  bad(
    'V-036',
    'Stargate to a thief, with options nobody reads',
    stargateSend(crossing, { to: thief, options: '0x000301001101' }),
  ),
  bad('V-036', 'Stargate to a thief behind other bytes', stargateSend(crossing, { to: thiefBehind })),
  bad(
    'V-036',
    'Stargate USDC where ETH is bought',
    stargateSend(crossing),
    'blocked',
    intentOf(mainnet.usdc, '1000', onBase.eth),
  ),
  bad(
    'V-051',
    'Stargate ETH for less than is sold',
    stargateSend(coins, { amount: coins.sell.units / 3n }),
    'blocked',
    coins,
  ),
  bad('V-036', 'a Stargate deposit in a swap on one chain', stargateSend(crossing), 'blocked', swapping),

  ...tamperedAt('deBridge', (change) => dlnOrder(crossing, change)),
  bad('V-022', 'deBridge into coins that the list counts by the million', dlnOrder(falseCoins), 'blocked', falseCoins),
  bad('V-022', 'deBridge into USDC that the list counts in cents', dlnOrder(falseDollars), 'blocked', falseDollars),
  bad('V-036', 'deBridge into another token', dlnOrder(crossing, { token: otherToken })),
  bad('V-011', 'deBridge that a thief may cancel', dlnOrder(crossing, { authority: thief, refund: '0x' })),
  bad('V-011', 'deBridge that a thief may lower', dlnOrder(crossing, { authority: thief })),
  bad('V-011', 'deBridge cancelled in a thief’s favour', dlnOrder(crossing, { refund: thief })),
  bad('V-051', 'deBridge that only a thief may fill', dlnOrder(crossing, { taker: thief }), 'tried'),
  bad('V-051', 'deBridge with a call on the far side', dlnOrder(crossing, { message: someCode }), 'tried'),
  bad('V-019', 'deBridge with five percent for a thief', dlnOrder(crossing, { affiliate: bigFee })),
  bad('V-051', 'deBridge with a fee nobody can read', dlnOrder(crossing, { affiliate: someCode }), 'tried'),
  bad('V-036', 'deBridge to Solana, where Base is bought', dlnOrder(crossing, { chain: 7_565_164 })),
  bad(
    'V-036',
    'deBridge to a thief, with a call on the far side and no recipient',
    dlnOrder(crossing, { chain: 10, message: someCode }),
  ),

  ...tamperedAt('LI.FI’s later facet for Across', (change) => lifiV4(change)),
  ...(['V4 later', 'V3 later'] as const).flatMap((version) => [
    ...tamperedAt(`LI.FI’s facet for Across, ${version}`, (change) => lifiV4({ ...change, version })),
    bad(
      'V-011',
      `LI.FI’s facet for Across, ${version}, with the refund for a thief`,
      lifiV4({ refund: thief, version }),
    ),
    bad(
      'V-036',
      `LI.FI’s facet for Across, ${version}, with a call by a thief, and the person as receiver`,
      lifiV4({ receiver: me, to: thief, message: someCode, version }),
    ),
  ]),
  bad(
    'V-051',
    'LI.FI’s facet for Across, V4 later, that gives another token than the diamond takes',
    lifiV4({ version: 'V4 later', given: getAddress(mainnet.weth.address) }),
    'tried',
  ),
  bad('V-036', 'LI.FI’s later facet with a thief as the diamond’s receiver', lifiV4({ receiver: thief })),
  bad('V-036', 'LI.FI’s later facet with a thief as Across’ recipient', lifiV4({ receiver: me, to: thief })),
  bad('V-011', 'LI.FI’s later facet with the refund for a thief', lifiV4({ refund: thief })),
  bad(
    'V-036',
    'LI.FI’s later facet with a call by a thief, and the person as receiver',
    lifiV4({ receiver: me, to: thief, message: someCode }),
  ),
  ...(
    [
      ['Across with a message for a thief', acrossSend(crossing, { to: thief, message: someCode })],
      ['Across with a message of one byte for a thief', acrossSend(crossing, { to: thief, message: '0x00' })],
      [
        'Across with a message for a contract of this side',
        acrossSend(crossing, { to: contractOf('lifi').address, message: someCode }),
      ],
      ['Across with a message for nobody', acrossSend(crossing, { to: getAddress(nobody), message: someCode })],
      ['LI.FI through Across with a call by a thief', lifiBridge(crossing, 'Across', { to: thief, message: someCode })],
      ['LI.FI through Stargate to a thief, with a call by them', lifiCall(thief, thief)],
      ['LI.FI through Stargate with a call by a thief, and the person as receiver', lifiCall(me, thief)],
      ['LI.FI through Stargate with a call by a thief, and its own receiver', lifiCall(lifiReceiver, thief)],
      ['Stargate with a message for a thief', stargateSend(crossing, { to: thief, message: someCode })],
      ['deBridge with a call of the far side for a thief', dlnOrder(crossing, { to: thief, message: someCode })],
      ['Wormhole with a payload for a thief', wormholePayload(thief)],
      [
        'LI.FI’s later facet to a thief, by the words for chains of another kind',
        lifiV4({ receiver: otherKind, to: thief }),
      ],
      [
        'LI.FI’s later facet with a call by a thief, by the words for chains of another kind',
        lifiV4({ receiver: otherKind, to: thief, message: someCode }),
      ],
      [
        'LI.FI’s later facet to a thief, for a token nobody can name',
        lifiV4({ to: thief, token: concat(['0x01', otherToken]) }),
      ],
      ['LI.FI through Across to the stand-in for other receivers', lifiBridge(crossing, 'Across', { to: otherKind })],
      [
        'LI.FI through Stargate to a third chain, with options nobody reads',
        lifiCall(me, me, { chain: 10, message: '0x', options: '0x000301001101' }),
      ],
      ['LI.FI through Stargate to a third chain, with a call there', lifiCall(me, me, { chain: 10 })],
      ['Across with a message for the wrapped coin', acrossSend(crossing, { to: otherToken, message: someCode })],
      ['Across with a message for a router', acrossSend(crossing, { to: farRouter, message: someCode })],
      ['Stargate with a message for a router', stargateSend(crossing, { to: farRouter, message: someCode })],
      ['Stargate with a message for Permit2', stargateSend(crossing, { to: permit2, message: someCode })],
    ] as const
  ).map(([name, answer]) => bad('V-036', name, answer)),
  bad('V-036', 'Wormhole to a thief', wormholeTransfer(crossing, { to: thief })),
  bad('V-036', 'Wormhole to a thief behind other bytes', wormholeTransfer(crossing, { to: thiefBehind })),
  bad('V-036', 'Wormhole to a third chain', wormholeTransfer(crossing, { chain: 10 })),
  bad(
    'V-019',
    'Wormhole with a tenth for whoever delivers',
    wormholeTransfer(crossing, { fee: crossing.sell.units / 10n }),
  ),
  bad('V-006', 'Wormhole with a coin besides', wormholeTransfer(crossing, { value: 10n ** 18n })),

  ...tamperedAt('LI.FI through Across', (change) => lifiBridge(crossing, 'Across', change)),
  bad('V-036', 'LI.FI through Across into another token', lifiBridge(crossing, 'Across', { token: otherToken })),
  bad('V-051', 'LI.FI through Across with a refund in two days', lifiBridge(crossing, 'Across', { lasts: 2 * 86_400 })),
  bad('V-051', 'LI.FI through Across with a message', lifiBridge(crossing, 'Across', { message: someCode }), 'tried'),
  bad('V-036', 'LI.FI through a bridge that nobody reads to a thief', lifiBridge(crossing, 'Hop', { to: thief })),
  bad('V-036', 'LI.FI through a bridge that nobody reads to a third chain', lifiBridge(crossing, 'Hop', { chain: 10 })),
  bad(
    'V-036',
    'LI.FI through a bridge that nobody reads with a call by a thief',
    lifiBridge(crossing, 'Hop', { to: thief, message: someCode }),
  ),
  bad('V-036', 'LI.FI through Relay to a thief', lifiBridge(crossing, 'Relay', { to: thief })),
  bad('V-036', 'LI.FI through Relay to a third chain', lifiBridge(crossing, 'Relay', { chain: 10 })),

  bad('V-013', 'LI.FI: a swap for a thief', lifiSwap(swapping, { to: thief }), 'blocked', swapping),
  bad('V-016', 'LI.FI: a swap without a minimum', lifiSwap(swapping, { minimum: 0n }), 'blocked', swapping),
  bad('V-016', 'LI.FI: a swap for next to nothing', lifiSwap(swapping, { minimum: 1n }), 'blocked', swapping),
  bad(
    'V-014',
    'LI.FI: a swap into another token',
    lifiSwap(swapping, { token: getAddress(mainnet.dai.address) }),
    'blocked',
    swapping,
  ),
  bad('V-015', 'LI.FI: a swap of twice what is sold', lifiSwap(swapping, { amount: twice }), 'blocked', swapping),
  bad(
    'V-035',
    'LI.FI: a swap that takes another token besides',
    lifiSwap(swapping, { besides: mainnet.dai }),
    'tried',
    swapping,
  ),
  bad('V-015', 'LI.FI: a swap of half of what is sold', lifiSwap(swapping, { amount: half }), 'tried', swapping),

  bad('V-013', '0x: a swap for a thief', settlerSwap(swapping, { to: thief }), 'blocked', swapping),
  bad('V-016', '0x: a swap without a minimum', settlerSwap(swapping, { minimum: 0n }), 'blocked', swapping),
  bad('V-016', '0x: a swap for next to nothing', settlerSwap(swapping, { minimum: 1n }), 'blocked', swapping),
  bad(
    'V-014',
    '0x: a swap of another token',
    settlerSwap(swapping, { sold: getAddress(mainnet.dai.address) }),
    'blocked',
    swapping,
  ),
  bad('V-015', '0x: a swap of twice what is sold', settlerSwap(swapping, { amount: twice }), 'blocked', swapping),
  bad(
    'V-018',
    '0x: wrapped coins let taken beside the coins that are sold',
    coinsBesideToken(paidWithCoins),
    'blocked',
    paidWithCoins,
  ),
  bad(
    'V-035',
    '0x: a settler that is the adversary’s',
    settlerSwap(swapping, { operator: thief, target: thief }),
    'tried',
    swapping,
  ),
  bad(
    'V-035',
    '0x: the allowance for a thief, the call to the settler',
    settlerSwap(swapping, { operator: thief }),
    'tried',
    swapping,
  ),
]
