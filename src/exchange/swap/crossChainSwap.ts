import { encodeFunctionData, getAddress, type Hex, toHex } from 'viem'
import { fromBase58 } from '../../domain/encodings'
import { crossRouterAbi } from '../bridge/evmBridge'
import { bridgeDecimals, rescale } from '../bridge/relayer'
import { type EvmSwapSide, type ExchangeContext, listingOf, type SolanaSwapSide, type SwapSide } from '../context'
import { pooledToken } from '../evm/localEvmExchange'
import { rejection } from '../http/reply'
import { bestRoute, encodePath, findPaths, type Route } from '../pools/route'
import { approvalTransactions, deadline, transactionRecords, type UnsignedTransaction } from '../transactions'
import { unixTime } from '../unixTime'
import { solanaTransactionRecord } from './marketMakerSwap'
import { swapReply } from './swapReply'
import { atLeast, type ResolvedSwap } from './swapRequest'

/** Seconds for the payout; after them the sender may withdraw the deposit. */
const payoutSeconds = 20 * 60

/** A cross-chain swap: a deposit into the escrow of one chain, paid out by the relayer on the other. */
export async function prepareCrossChainSwap(swap: ResolvedSwap, context: ExchangeContext): Promise<Response> {
  const { sold, bought } = swap
  return sold.kind === 'evm'
    ? fromEvm({ ...swap, sold, bought }, context)
    : fromSolana({ ...swap, sold, bought }, context)
}

async function fromEvm(swap: ResolvedSwap<EvmSwapSide>, context: ExchangeContext): Promise<Response> {
  const { sold, bought, units, sender, isSwapOnly } = swap
  const { evm, token } = sold
  const { bridgeToken } = evm.bridge
  const deposit = await planDeposit(swap)
  if (!deposit) throw rejection(422, noPools(sold, bridgeToken.symbol))
  const payout = await quotePayout(swap, rescale(deposit.escrowed, bridgeToken.decimals, bridgeDecimals))
  if (!payout) throw rejection(422, noPayout(bought))

  const destination = {
    chain: BigInt(listingOf(bought).chainId),
    token: tokenBytes(bought),
    recipient: addressBytes(bought, swap.recipient),
    minOut: payout.minimumReceived,
    deadline: await deadline(evm.chain),
  }
  const approval = { token, owner: getAddress(sender), spender: evm.contracts.crossRouter, amount: units }
  const approvals = isSwapOnly ? [] : await approvalTransactions(evm, approval)
  const transactions = [...approvals, depositTransaction(swap, deposit, destination)]
  const signer = isSwapOnly ? undefined : getAddress(sender)
  const hops = (deposit.route?.tokens ?? []).slice(1).map(({ symbol }) => symbol)
  return swapReply({
    transactions: await transactionRecords(evm, context, transactions, signer),
    path: [token.symbol, ...hops, ...lastHop(bought, bridgeToken.symbol)],
    dex: 'native bridge',
    bought: bought.token,
    ...payout,
  })
}

async function fromSolana(swap: ResolvedSwap<SolanaSwapSide>, context: ExchangeContext): Promise<Response> {
  const { sold, bought, units, sender, recipient } = swap
  const { solana, token } = sold
  const { bridge, marketMaker } = solana
  const { bridgeToken } = bridge
  const sell = token.makerToken
  const isBridgeToken = sell === bridgeToken
  const escrowed = isBridgeToken ? units : marketMaker.quote({ sell, buy: bridgeToken, amountIn: units })
  const payout = await quotePayout(swap, rescale(escrowed, bridgeToken.decimals, bridgeDecimals))
  if (!payout) throw rejection(422, noPayout(bought))

  const memo = {
    chain: listingOf(bought).chainId,
    token: bought.token.kind === 'native' ? 'native' : bought.token.address,
    recipient,
    minimumReceived: payout.minimumReceived,
    deadline: unixTime() + payoutSeconds,
  }
  const signed = bridge.prepareDeposit({ sell, amountIn: units, sender, memo })
  if (!signed) throw rejection(422, `The market maker on ${solana.listing.name} does not hold that much now.`)
  return swapReply({
    transactions: [solanaTransactionRecord(solana, context, signed.transaction)],
    path: [token.symbol, ...(isBridgeToken ? [] : [bridgeToken.symbol]), ...lastHop(bought, bridgeToken.symbol)],
    dex: 'native bridge',
    bought: bought.token,
    ...payout,
  })
}

type Payout = { readonly expected: bigint; readonly minimumReceived: bigint }

/** The payout on the destination chain for `amount` of the bridge token (18 decimals). */
async function quotePayout({ bought, slippagePpm }: ResolvedSwap, amount: bigint): Promise<Payout | undefined> {
  const expected =
    bought.kind === 'evm'
      ? await bought.evm.bridge.quote(bought.token, amount)
      : bought.solana.bridge.quote(bought.token.makerToken, amount)
  return expected ? { expected, minimumReceived: atLeast(expected, slippagePpm) } : undefined
}

/** Named as in the contract. */
type Destination = {
  readonly chain: bigint
  readonly token: Hex
  readonly recipient: Hex
  readonly minOut: bigint
  readonly deadline: bigint
}

/** `escrowed`: the minimum of the bridge token. Other tokens are swapped into it by the route, in the same transaction. */
type DepositPlan = { readonly escrowed: bigint; readonly route: Route | undefined }

async function planDeposit({ sold, units, slippagePpm }: ResolvedSwap<EvmSwapSide>): Promise<DepositPlan | undefined> {
  const { evm, token } = sold
  const { bridgeToken } = evm.bridge
  if (token.address === bridgeToken.address) return { escrowed: units, route: undefined }
  const paths = findPaths(await evm.pools(), pooledToken(evm, token), bridgeToken)
  const route = await bestRoute(evm, paths, units, () => 0n)
  // Half of the slippage tolerance for this chain; the other half is left for the destination.
  return route && { escrowed: atLeast(route.amountOut, slippagePpm / 2n), route }
}

function depositTransaction(
  { sold: { evm, token }, units }: ResolvedSwap<EvmSwapSide>,
  { escrowed, route }: DepositPlan,
  destination: Destination,
): UnsignedTransaction {
  const [abi, bridged] = [crossRouterAbi, evm.bridge.bridgeToken.address]
  const deposit = { type: 'bridge', to: evm.contracts.crossRouter, value: 0n } as const
  if (!route) {
    const args = [bridged, units, destination] as const
    return { ...deposit, data: encodeFunctionData({ abi, functionName: 'deposit', args }), gas: 260_000n }
  }
  const gas = route.gas + 330_000n
  const path = encodePath(route)
  if (token.kind === 'native') {
    const args = [path, escrowed, bridged, destination] as const
    const data = encodeFunctionData({ abi, functionName: 'swapNativeAndDeposit', args })
    return { ...deposit, data, value: units, gas }
  }
  const args = [token.address, units, path, escrowed, bridged, destination] as const
  return { ...deposit, data: encodeFunctionData({ abi, functionName: 'swapAndDeposit', args }), gas }
}

/** The bought token as the last element of the path, unless it is the bridge token itself. */
function lastHop({ token }: SwapSide, bridgeSymbol: string): readonly string[] {
  return token.symbol === bridgeSymbol ? [] : [token.symbol]
}

function noPools(sold: SwapSide, bridgeSymbol: string): string {
  return `No pools on ${listingOf(sold).name} can turn that much ${sold.token.symbol} into ${bridgeSymbol}.`
}

function noPayout(bought: SwapSide): string {
  return `Nothing on ${listingOf(bought).name} can pay that out in ${bought.token.symbol}.`
}

function tokenBytes(side: SwapSide): Hex {
  if (side.kind === 'evm') return side.token.address
  return side.token.kind === 'native' ? '0x' : base58Bytes(side.token.address)
}

function addressBytes(side: SwapSide, address: string): Hex {
  return side.kind === 'evm' ? getAddress(address) : base58Bytes(address)
}

function base58Bytes(address: string): Hex {
  return toHex(fromBase58(address) ?? new Uint8Array())
}
