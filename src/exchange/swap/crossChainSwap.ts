import { type Address, encodeFunctionData, getAddress, type Hex, toHex } from 'viem'
import { fromBase58 } from '../../domain/base58'
import { bridgeDecimals, rescale } from '../bridge/amounts'
import { crossRouterAbi, type EvmEscrow } from '../bridge/escrow'
import type { ExchangeContext } from '../context'
import { pooledToken } from '../evm/localEvmExchange'
import { type Reply, rejectWith } from '../http/reply'
import { encodePath, findPaths } from '../pools/path'
import { bestRoute } from '../pools/route'
import { approvalTransactions, deadline, transactionRecords, type UnsignedTransaction } from '../transactions'
import { unixTime } from '../unixTime'
import { solanaTransactionRecord } from './marketMakerSwap'
import { swapReply } from './swapReply'
import { atLeast, type ResolvedSwap } from './swapRequest'
import { type EvmSwapSide, listingOf, type SolanaSwapSide, type SwapSide } from './swapSide'

/** Seconds for the payout; after them the sender may withdraw the deposit. */
const payoutSeconds = 20 * 60

/** A cross-chain swap: a deposit into the escrow of one chain, paid out by the relayer on the other. */
export async function prepareCrossChainSwap(swap: ResolvedSwap, context: ExchangeContext): Promise<Reply> {
  const { sold, bought } = swap
  return sold.kind === 'evm'
    ? fromEvm({ ...swap, sold, bought }, context)
    : fromSolana({ ...swap, sold, bought }, context)
}

async function fromEvm(swap: ResolvedSwap<EvmSwapSide>, context: ExchangeContext): Promise<Reply> {
  const { sold, bought, units, sender, isSwapOnly } = swap
  const { evm, token } = sold
  const { crossRouter, bridgeToken } = context.bridgeOf(evm)
  const deposit = await planDeposit(swap, context)
  if (!deposit) return rejectWith(422, noPools(sold, bridgeToken.symbol))
  const payout = await quotePayout(
    swap,
    context,
    rescale(deposit.minimumReceived, bridgeToken.decimals, bridgeDecimals),
  )
  if (!payout) return rejectWith(422, noPayout(bought))

  const destination = {
    chain: BigInt(listingOf(bought).chainId),
    token: tokenBytes(bought),
    recipient: addressBytes(bought, swap.recipient),
    minOut: payout.minimumReceived,
    deadline: await deadline(evm.chain),
  }
  const approval = { token, owner: getAddress(sender), spender: crossRouter, amount: units }
  const approvals = isSwapOnly ? [] : await approvalTransactions(evm, approval)
  const transactions = [...approvals, deposit.transaction(destination)]
  const signer = isSwapOnly ? undefined : getAddress(sender)
  return swapReply({
    transactions: await transactionRecords(evm, context, transactions, signer),
    path: [...deposit.path, ...lastHop(bought, bridgeToken.symbol)],
    dex: 'native bridge',
    bought: bought.token,
    ...payout,
  })
}

async function fromSolana(swap: ResolvedSwap<SolanaSwapSide>, context: ExchangeContext): Promise<Reply> {
  const { sold, bought, units, sender, recipient } = swap
  const { solana, token } = sold
  const { bridge, marketMaker } = solana
  const { bridgeToken } = bridge
  const sell = token.makerToken
  const isBridgeToken = sell === bridgeToken
  const escrowed = isBridgeToken ? units : marketMaker.quote({ sell, buy: bridgeToken, amountIn: units })
  const payout = await quotePayout(swap, context, rescale(escrowed, bridgeToken.decimals, bridgeDecimals))
  if (!payout) return rejectWith(422, noPayout(bought))

  const memo = {
    chain: listingOf(bought).chainId,
    token: bought.token.kind === 'native' ? 'native' : bought.token.address,
    recipient,
    minimumReceived: payout.minimumReceived,
    deadline: unixTime() + payoutSeconds,
  }
  const signed = bridge.prepareDeposit({ sell, amountIn: units, sender, memo })
  if (!signed) return rejectWith(422, `The market maker on ${solana.listing.name} does not hold that much now.`)
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
async function quotePayout(
  { bought, slippagePpm }: ResolvedSwap,
  context: ExchangeContext,
  amount: bigint,
): Promise<Payout | undefined> {
  const expected =
    bought.kind === 'evm'
      ? await context.bridgeOf(bought.evm).destination.quote(bought.token, amount)
      : bought.solana.bridge.destination.quote(bought.token.makerToken, amount)
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

type DepositPlan = {
  /** The minimum of the bridge token that goes into escrow. */
  readonly minimumReceived: bigint
  readonly path: readonly string[]
  readonly transaction: (destination: Destination) => UnsignedTransaction
}

/** Deposits the bridge token directly; any other token is swapped into it in the same transaction. */
async function planDeposit(
  { sold, units, slippagePpm }: ResolvedSwap<EvmSwapSide>,
  context: ExchangeContext,
): Promise<DepositPlan | undefined> {
  const { evm, token } = sold
  const escrow = context.bridgeOf(evm)
  const { bridgeToken } = escrow
  if (token.address === bridgeToken.address)
    return { minimumReceived: units, path: [token.symbol], transaction: (to) => directDeposit(escrow, units, to) }

  const paths = findPaths(await context.pools(evm), pooledToken(evm, token), bridgeToken)
  const route = await bestRoute(evm, paths, units, () => 0n)
  if (!route) return undefined
  // Half of the slippage tolerance for this chain; the other half is left for the destination.
  const minimumReceived = atLeast(route.amountOut, slippagePpm / 2n)
  const path = encodePath(route)
  return {
    minimumReceived,
    path: [token.symbol, ...route.tokens.slice(1).map(({ symbol }) => symbol)],
    transaction: (to) => {
      const gas = route.gas + 330_000n
      const isNative = token.kind === 'native'
      const data = isNative
        ? encodeFunctionData({
            abi: crossRouterAbi,
            functionName: 'swapNativeAndDeposit',
            args: [path, minimumReceived, bridgeToken.address, to],
          })
        : encodeFunctionData({
            abi: crossRouterAbi,
            functionName: 'swapAndDeposit',
            args: [token.address, units, path, minimumReceived, bridgeToken.address, to],
          })
      return bridgeTransaction(escrow.crossRouter, data, isNative ? units : 0n, gas)
    },
  }
}

function directDeposit({ crossRouter, bridgeToken }: EvmEscrow, units: bigint, to: Destination): UnsignedTransaction {
  const args = [bridgeToken.address, units, to] as const
  const data = encodeFunctionData({ abi: crossRouterAbi, functionName: 'deposit', args })
  return bridgeTransaction(crossRouter, data, 0n, 260_000n)
}

function bridgeTransaction(to: Address, data: Hex, value: bigint, gas: bigint): UnsignedTransaction {
  return { type: 'bridge', to, data, value, gas }
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
