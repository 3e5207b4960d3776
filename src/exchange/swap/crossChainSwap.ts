import { type Address, encodeFunctionData, getAddress, type Hex, toHex } from 'viem'
import { fromBase58 } from '../../domain/base58'
import { crossRouterAbi, type Pier } from '../bridge/escrow'
import { bridgeDecimals, rescale } from '../bridge/evm'
import type { World } from '../context'
import { pooled } from '../evm/localEvmExchange'
import { type Reply, refuse } from '../http/reply'
import { approvalSteps } from '../transactions/approval'
import { deadline } from '../transactions/deadline'
import { measureGas } from '../transactions/gas'
import { transactionRecords } from '../transactions/record'
import type { Step } from '../transactions/unsignedTransaction'
import { solanaRecord } from './marketMakerSwap'
import { encodePath, findPaths } from './path'
import { bestRoute } from './route'
import { offerReply } from './swapReply'
import { type Ask, atLeast } from './swapRequest'
import { type EvmSide, listingOf, type Side, type SolanaSide } from './swapSide'

/** Seconds that the far side has before the sender may take the deposit back. */
const patience = 20 * 60

/** A swap from one chain to another: into the escrow here, out of the relayer's purse there. */
export async function prepareCrossing(ask: Ask, world: World): Promise<Reply> {
  const { sold, bought } = ask
  return sold.kind === 'evm' ? fromEvm({ ...ask, sold, bought }, world) : fromSolana({ ...ask, sold, bought }, world)
}

/** What the far side would pay out, and the least it must. */
type FarSide = { readonly expected: bigint; readonly minimum: bigint }

async function farSide({ bought, slippagePpm }: Ask, world: World, amount: bigint): Promise<FarSide | undefined> {
  const expected =
    bought.kind === 'evm'
      ? await world.pier(bought.venue).destination.quote(bought.token, amount)
      : bought.reef.dock.destination.quote(bought.token.onDesk, amount)
  if (!expected) return undefined
  return { expected, minimum: atLeast(expected, slippagePpm) }
}

async function fromEvm(ask: Ask<EvmSide>, world: World): Promise<Reply> {
  const { sold, bought, units, sender, isSwapOnly } = ask
  const { venue, token } = sold
  const pier = world.pier(venue)
  const entry = await enter(ask, pier, world)
  if (!entry)
    return refuse(
      422,
      `No pools on ${listingOf(sold).name} can turn that much ${token.symbol} into ${pier.bridgeToken.symbol}.`,
    )
  const far = await farSide(ask, world, rescale(entry.least, pier.bridgeToken.decimals, bridgeDecimals))
  if (!far) return refuse(422, `Nothing on ${listingOf(bought).name} can pay that out in ${bought.token.symbol}.`)

  const destination = {
    chain: BigInt(listingOf(bought).chainId),
    token: tokenBytes(bought),
    recipient: addressBytes(bought, ask.recipient),
    minOut: far.minimum,
    deadline: await deadline(venue.chain),
  }
  const allowing = { token, owner: getAddress(sender), spender: pier.router, amount: units }
  const approvals = isSwapOnly ? [] : await approvalSteps(venue, allowing)
  const steps = [...approvals, entry.step(destination)]
  const gas = await measureGas(venue.chain, steps, isSwapOnly ? undefined : getAddress(sender))
  return offerReply({
    transactions: transactionRecords(venue, world, steps, gas),
    path: [...entry.path, ...exit(bought, pier.bridgeToken.symbol)],
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
  readonly step: (destination: Destination) => Step
}

/** The way into the escrow: straight with the bridge token, swapped into it with any other. */
async function enter({ sold, units, slippagePpm }: Ask<EvmSide>, pier: Pier, world: World): Promise<Entry | undefined> {
  const { venue, token } = sold
  const { bridgeToken, router } = pier
  if (token.address === bridgeToken.address) {
    const step = (destination: Destination): Step => {
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

  const paths = findPaths(await world.pools(venue), pooled(venue, token), bridgeToken)
  const route = await bestRoute(venue, paths, units, () => 0n)
  if (!route) return undefined
  // Half of the tolerance for this side, so that the far side still finds room for its own.
  const least = atLeast(route.amountOut, slippagePpm / 2n)
  const gas = route.gas + 330_000n
  const path = [token.symbol, ...route.tokens.slice(1).map(({ symbol }) => symbol)]
  const step = (destination: Destination): Step => {
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

function bridgeStep(to: Address, data: Hex, value: bigint, gas: bigint): Step {
  return { type: 'bridge', to, data, value, gas }
}

async function fromSolana(ask: Ask<SolanaSide>, world: World): Promise<Reply> {
  const { sold, bought, units, sender, recipient } = ask
  const { reef, token } = sold
  const { dock, desk } = reef
  const isBridge = token.onDesk === dock.bridgeToken
  const amountIn = { sell: token.onDesk, buy: dock.bridgeToken, amountIn: units }
  const escrowed = isBridge ? units : desk.quote(amountIn)
  const far = await farSide(ask, world, rescale(escrowed, dock.bridgeToken.decimals, bridgeDecimals))
  if (!far) return refuse(422, `Nothing on ${listingOf(bought).name} can pay that out in ${bought.token.symbol}.`)

  const ticket = {
    chain: listingOf(bought).chainId,
    token: bought.token.kind === 'native' ? 'native' : bought.token.address,
    recipient,
    minOut: far.minimum,
    deadline: Math.floor(Date.now() / 1000) + patience,
  }
  const signed = dock.deposit({ sell: token.onDesk, amountIn: units, sender, ticket })
  if (!signed) return refuse(422, `The desk on ${reef.listing.name} does not hold that much now.`)
  return offerReply({
    transactions: [solanaRecord(reef, world, signed.transaction)],
    path: [token.symbol, ...(isBridge ? [] : [dock.bridgeToken.symbol]), ...exit(bought, dock.bridgeToken.symbol)],
    dex: 'native bridge',
    bought: bought.token,
    ...far,
  })
}

/** The far end of the path, unless it is the bridge token itself. */
function exit({ token }: Side, bridge: string): readonly string[] {
  return token.symbol === bridge ? [] : [token.symbol]
}

function tokenBytes(side: Side): Hex {
  if (side.kind === 'evm') return side.token.address
  return side.token.kind === 'native' ? '0x' : base58Bytes(side.token.address)
}

function addressBytes(side: Side, address: string): Hex {
  return side.kind === 'evm' ? getAddress(address) : base58Bytes(address)
}

function base58Bytes(address: string): Hex {
  return toHex(fromBase58(address) ?? new Uint8Array())
}
