import { type Address, encodeFunctionData, getAddress, type Hex, toHex } from 'viem'
import { fromBase58 } from '../../domain/base58'
import { crossRouterAbi, type EvmBridge } from '../bridge/escrow'
import { bridgeDecimals, rescale } from '../bridge/evm'
import type { ExchangeContext } from '../context'
import { pooledToken } from '../evm/localEvmExchange'
import { type Reply, rejectWith } from '../http/reply'
import { approvalTransactions } from '../transactions/approval'
import { deadline } from '../transactions/deadline'
import { measureGas } from '../transactions/gas'
import { transactionRecords } from '../transactions/record'
import type { UnsignedTransaction } from '../transactions/unsignedTransaction'
import { solanaTransactionRecord } from './marketMakerSwap'
import { encodePath, findPaths } from './path'
import { bestRoute } from './route'
import { swapReply } from './swapReply'
import { atLeast, type ResolvedSwap } from './swapRequest'
import { type EvmSwapSide, listingOf, type SolanaSwapSide, type SwapSide } from './swapSide'

/** Seconds that the far side has before the sender may take the deposit back. */
const patience = 20 * 60

/** A swap from one chain to another: into the escrow here, out of the relayer's purse there. */
export async function prepareCrossChainSwap(ask: ResolvedSwap, context: ExchangeContext): Promise<Reply> {
  const { sold, bought } = ask
  return sold.kind === 'evm'
    ? fromEvm({ ...ask, sold, bought }, context)
    : fromSolana({ ...ask, sold, bought }, context)
}

/** What the far side would pay out, and the least it must. */
type FarSide = { readonly expected: bigint; readonly minimum: bigint }

async function farSide(
  { bought, slippagePpm }: ResolvedSwap,
  context: ExchangeContext,
  amount: bigint,
): Promise<FarSide | undefined> {
  const expected =
    bought.kind === 'evm'
      ? await context.bridge(bought.evm).destination.quote(bought.token, amount)
      : bought.solana.bridge.destination.quote(bought.token.makerToken, amount)
  if (!expected) return undefined
  return { expected, minimum: atLeast(expected, slippagePpm) }
}

async function fromEvm(ask: ResolvedSwap<EvmSwapSide>, context: ExchangeContext): Promise<Reply> {
  const { sold, bought, units, sender, isSwapOnly } = ask
  const { evm, token } = sold
  const bridge = context.bridge(evm)
  const entry = await enter(ask, bridge, context)
  if (!entry)
    return rejectWith(
      422,
      `No pools on ${listingOf(sold).name} can turn that much ${token.symbol} into ${bridge.bridgeToken.symbol}.`,
    )
  const far = await farSide(ask, context, rescale(entry.least, bridge.bridgeToken.decimals, bridgeDecimals))
  if (!far) return rejectWith(422, `Nothing on ${listingOf(bought).name} can pay that out in ${bought.token.symbol}.`)

  const destination = {
    chain: BigInt(listingOf(bought).chainId),
    token: tokenBytes(bought),
    recipient: addressBytes(bought, ask.recipient),
    minOut: far.minimum,
    deadline: await deadline(evm.chain),
  }
  const allowing = { token, owner: getAddress(sender), spender: bridge.router, amount: units }
  const approvals = isSwapOnly ? [] : await approvalTransactions(evm, allowing)
  const steps = [...approvals, entry.step(destination)]
  const gas = await measureGas(evm.chain, steps, isSwapOnly ? undefined : getAddress(sender))
  return swapReply({
    transactions: transactionRecords(evm, context, steps, gas),
    path: [...entry.path, ...exit(bought, bridge.bridgeToken.symbol)],
    dex: 'native bridge',
    bought: bought.token,
    ...far,
  })
}

type Destination = {
  readonly chain: bigint
  readonly token: Hex
  readonly recipient: Hex
  readonly minOut: bigint
  readonly deadline: bigint
}

type Entry = {
  /** The least of the bridge token that ends in escrow. */
  readonly least: bigint
  readonly path: readonly string[]
  readonly step: (destination: Destination) => UnsignedTransaction
}

/** The way into the escrow: straight with the bridge token, swapped into it with any other. */
async function enter(
  { sold, units, slippagePpm }: ResolvedSwap<EvmSwapSide>,
  bridge: EvmBridge,
  context: ExchangeContext,
): Promise<Entry | undefined> {
  const { evm, token } = sold
  const { bridgeToken, router } = bridge
  if (token.address === bridgeToken.address) {
    const step = (destination: Destination): UnsignedTransaction => {
      const args = [token.address, units, destination] as const
      return bridgeStep(
        router,
        encodeFunctionData({ abi: crossRouterAbi, functionName: 'deposit', args }),
        0n,
        260_000n,
      )
    }
    return { least: units, path: [token.symbol], step }
  }

  const paths = findPaths(await context.pools(evm), pooledToken(evm, token), bridgeToken)
  const route = await bestRoute(evm, paths, units, () => 0n)
  if (!route) return undefined
  // Half of the tolerance for this side, so that the far side still finds room for its own.
  const least = atLeast(route.amountOut, slippagePpm / 2n)
  const gas = route.gas + 330_000n
  const path = [token.symbol, ...route.tokens.slice(1).map(({ symbol }) => symbol)]
  const step = (destination: Destination): UnsignedTransaction => {
    if (token.kind === 'native') {
      const args = [encodePath(route), least, bridgeToken.address, destination] as const
      const data = encodeFunctionData({ abi: crossRouterAbi, functionName: 'swapNativeAndDeposit', args })
      return bridgeStep(router, data, units, gas)
    }
    const args = [token.address, units, encodePath(route), least, bridgeToken.address, destination] as const
    return bridgeStep(
      router,
      encodeFunctionData({ abi: crossRouterAbi, functionName: 'swapAndDeposit', args }),
      0n,
      gas,
    )
  }
  return { least, path, step }
}

function bridgeStep(to: Address, data: Hex, value: bigint, gas: bigint): UnsignedTransaction {
  return { type: 'bridge', to, data, value, gas }
}

async function fromSolana(ask: ResolvedSwap<SolanaSwapSide>, context: ExchangeContext): Promise<Reply> {
  const { sold, bought, units, sender, recipient } = ask
  const { solana, token } = sold
  const { bridge, marketMaker } = solana
  const isBridge = token.makerToken === bridge.bridgeToken
  const amountIn = { sell: token.makerToken, buy: bridge.bridgeToken, amountIn: units }
  const escrowed = isBridge ? units : marketMaker.quote(amountIn)
  const far = await farSide(ask, context, rescale(escrowed, bridge.bridgeToken.decimals, bridgeDecimals))
  if (!far) return rejectWith(422, `Nothing on ${listingOf(bought).name} can pay that out in ${bought.token.symbol}.`)

  const ticket = {
    chain: listingOf(bought).chainId,
    token: bought.token.kind === 'native' ? 'native' : bought.token.address,
    recipient,
    minOut: far.minimum,
    deadline: Math.floor(Date.now() / 1000) + patience,
  }
  const signed = bridge.prepareDeposit({ sell: token.makerToken, amountIn: units, sender, ticket })
  if (!signed) return rejectWith(422, `The marketMaker on ${solana.listing.name} does not hold that much now.`)
  return swapReply({
    transactions: [solanaTransactionRecord(solana, context, signed.transaction)],
    path: [token.symbol, ...(isBridge ? [] : [bridge.bridgeToken.symbol]), ...exit(bought, bridge.bridgeToken.symbol)],
    dex: 'native bridge',
    bought: bought.token,
    ...far,
  })
}

/** The far end of the path, unless it is the bridge token itself. */
function exit({ token }: SwapSide, bridge: string): readonly string[] {
  return token.symbol === bridge ? [] : [token.symbol]
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
