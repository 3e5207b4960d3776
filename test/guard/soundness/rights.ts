import { join } from 'node:path'
import { type Address, encodeFunctionData, getAddress, type Hex, maxUint256, parseAbi } from 'viem'
import { native } from '../../../src/guard/decode/evm/address'
import type { AmountFact } from '../../../src/guard/findings/factTypes'
import type { Plan } from '../../../src/guard/plan'
import { seal } from '../../../src/guard/seal'
import { permit2 } from '../../../src/protocol/deployment/venues'
import { allow, harbor, periphery, ratingOf, soon, sorted } from '../attacks/adversary'
import { compile } from '../contracts/compile'
import { swapOf } from '../localExchange'
import type { Random } from './random'
import type { Trial } from './trial'
import { venuesFor } from './venues'
import { sendInOrder, sendTogether, type World } from './world'

/*
 * Rights that the person gave long ago to an opaque contract: allowances, also behind Permit2, operators of positions,
 * and single ones. After the check it takes everything allowed, and may give something worthless in return.
 */

const abi = parseAbi([
  'struct Call { address to; bytes data; }',
  'function prepare(Call[] calls)',
  'function approve(address spender, uint256 id)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function setApprovalForAll(address operator, bool approved)',
  'function ownerOf(uint256 id) view returns (address)',
])

export type RightsOptions = {
  /** The only right that is given. */
  readonly right?: string
  /** Bounds a batch only by the service's list. */
  readonly boundsListed?: boolean
  /** Shows only the typed amount as the worst case. */
  readonly showsTyped?: boolean
  readonly batches?: number
}

type Call = { readonly to: Address; readonly data: Hex }
type Right = {
  readonly says: string
  /** The contract by which the review names what may be taken. */
  readonly asset: Address
  readonly give: () => Promise<unknown>
  readonly take: () => Promise<readonly Call[]>
  /** How much of it is gone, in its units. */
  readonly lost: () => Promise<bigint>
}

/** A swap through the router, which has rights of old: judged, and carried out after the router has turned. */
export async function tryRights(world: World, random: Random, options: RightsOptions = {}): Promise<Trial | undefined> {
  const { arena, cast, onSnapshot } = world
  const [sell, buy] = random.pick([
    ['USDC', 'WETH'],
    ['USDC', 'ETH'],
    ['USDT', 'USDC'],
  ] as const)
  const intent = swapOf(arena.token(sell), '500', arena.token(buy), arena.me)
  const answer = await arena.ask(intent)
  const venue = venuesFor({ intent, answer, time: await world.time() }, cast).find(({ says }) =>
    says.includes('nobody can read'),
  )
  if (!venue) return undefined
  return onSnapshot(async () => {
    const { minted, dust } = await positions(world)
    const all = rightsOf(world, random, { minted, dust })
    const rights = options.right
      ? all.filter(({ says }) => says === options.right)
      : [random.pick(all), ...(random.chance(0.3) ? [random.pick(all)] : [])].filter(
          (right, index, list) => list.indexOf(right) === index,
        )
    for (const { give } of rights) await give()
    const planned = await arena.plan(intent, venue.answer)
    if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
    const isBatched = random.chance(options.batches ?? 0.6)
    const tokens = random.pick([[], arena.tokens])
    const checked = await arena.check(planned.plan, { tokens, ...(isBatched && { batches: 'supported' as const }) })
    const rating = ratingOf(checked)
    const name = `${rights.map(({ says }) => says).join(' and ')}${isBatched ? ', in a batch' : ''}`
    if (rating === 'blocked') return { name, rating, codes: [], loss: undefined, tolerance: 0, move: '' }

    const shown = checked.verdict.findings.flatMap((finding): readonly (AmountFact | 'anything')[] =>
      finding.code === 'V-035' && finding.kind === 'also-at-risk' && !options.showsTyped
        ? [finding.facts.amount]
        : finding.kind === 'rights-unread'
          ? ['anything' as const]
          : [],
    )
    const takes = (await Promise.all(rights.map(({ take }) => take()))).flat()
    await arena.rpc(harbor)('anvil_setCode', [cast.opaque, await grabber(world)])
    const prepared = encodeFunctionData({ abi, functionName: 'prepare', args: [takes] })
    await arena.act(arena.thief, cast.opaque, prepared)
    const { plan } = checked
    if (plan.assertion) await sendTogether(arena, options.boundsListed ? listedOnly(plan) : plan)
    else await sendInOrder(arena, plan.steps)
    const lost = await Promise.all(rights.map(async ({ asset, lost }) => ({ asset, units: await lost() })))
    const hidden = lost.filter(({ asset, units }) => {
      const isSaid = shown.some(
        (each) =>
          each === 'anything' || (each.address?.toLowerCase() === asset.toLowerCase() && BigInt(each.units) >= units),
      )
      return units > 0n && !(rating === 'amber' && isSaid)
    })
    // Anything taken in addition to the amounts in the review is a separate loss, at any price.
    return {
      name,
      rating: hidden.length > 0 ? 'green' : rating,
      codes: [],
      loss: hidden.length,
      tolerance: 0,
      move: '',
    }
  })
}

/** As if only what the service lists, and what is traded, could be taken. */
function listedOnly({ hash: _, assertion, ...rest }: Plan): Plan {
  if (!assertion) throw new Error('Only a plan with bounds is bounded.')
  const traded = [rest.intent.sell.token, rest.intent.buy]
  const isTraded = (token: string) =>
    token === native || traded.some(({ address }) => address.toLowerCase() === token.toLowerCase())
  return seal({
    ...rest,
    assertion: { ...assertion, changes: assertion.changes.filter(({ token }) => isTraded(token)) },
  })
}

async function grabber({ arena }: World): Promise<unknown> {
  const data = compile('Grabber', join(import.meta.dirname, '../contracts/OpaqueRouter.sol'))
  const { contractAddress } = await arena.send(harbor, { from: arena.thief, data })
  return arena.rpc(harbor)('eth_getCode', [contractAddress, 'latest'])
}

/** One position of the person's, and one of next to nothing of the router's. */
async function positions({ arena, cast }: World) {
  const { act, me, thief, token, manager } = arena
  const [usdc, weth] = [getAddress(token('USDC').address), getAddress(token('WETH').address)]
  const [token0, token1] = sorted(usdc, weth)
  const mint = async (who: Address, coins: bigint) => {
    await act(who, weth, encodeFunctionData({ abi: periphery, functionName: 'deposit' }), coins)
    for (const each of [usdc, weth]) await allow(arena, who, each, manager)
    const amounts = token0 === usdc ? ([coins / 10n ** 9n, coins] as const) : ([coins, coins / 10n ** 9n] as const)
    // In the order of the ABI, by which one of two functions is chosen.
    const params = {
      ...{ token0, token1, fee: 3000, tickLower: -887_220, tickUpper: 887_220 },
      ...{ amount0Desired: amounts[0], amount1Desired: amounts[1], amount0Min: 0n, amount1Min: 0n },
      ...{ recipient: who, deadline: soon() * 2n },
    }
    await act(who, manager, encodeFunctionData({ abi: periphery, functionName: 'mint', args: [params] }))
    const revoke = encodeFunctionData({ abi: periphery, functionName: 'approve', args: [manager, 0n] })
    if (who === me) for (const each of [usdc, weth]) await act(me, each, revoke)
    const count = await arena.balance(manager, who)
    const args = [who, count - 1n] as const
    const data = encodeFunctionData({ abi: periphery, functionName: 'tokenOfOwnerByIndex', args })
    return BigInt(String(await arena.rpc(harbor)('eth_call', [{ to: manager, data }, 'latest'])))
  }
  const [minted, dust] = [await mint(me, 10n ** 17n), await mint(thief, 10n ** 12n)]
  const args = [thief, cast.opaque, dust] as const
  await act(thief, manager, encodeFunctionData({ abi, functionName: 'transferFrom', args }))
  return { minted, dust }
}

function rightsOf(
  { arena, cast }: World,
  random: Random,
  { minted, dust }: { readonly minted: bigint; readonly dust: bigint },
): readonly Right[] {
  const { act, me, thief, manager } = arena
  const { opaque } = cast
  const address = random.pick([...['DAI', 'WBTC', 'PUFF'].map((symbol) => arena.token(symbol).address), cast.junk])
  const asset = getAddress(address)
  const share = random.pick([1n, 2n, 1_000n])
  let before = 0n
  const held = () => arena.balance(asset, me)
  const lost = async () => before - (await held())
  const give = async () => {
    const some = encodeFunctionData({ abi, functionName: 'transfer', args: [me, 10n ** 6n] })
    await act(thief, asset, some)
    before = await held()
    return before / share
  }
  const isSwapped = random.chance(0.5)
  const position = {
    asset: manager,
    take: async () => [
      { to: manager, data: encodeFunctionData({ abi, functionName: 'transferFrom', args: [me, thief, minted] }) },
      ...(isSwapped
        ? [{ to: manager, data: encodeFunctionData({ abi, functionName: 'transferFrom', args: [opaque, me, dust] }) }]
        : []),
    ],
    lost: async () => {
      const data = encodeFunctionData({ abi, functionName: 'ownerOf', args: [minted] })
      const owner = String(await arena.rpc(harbor)('eth_call', [{ to: manager, data }, 'latest']))
      return getAddress(`0x${owner.slice(-40)}`) === me ? 0n : 1n
    },
  }
  return [
    {
      ...{ says: 'an allowance', asset, lost },
      give: async () => {
        const amount = random.pick([maxUint256, await give()])
        await act(me, asset, encodeFunctionData({ abi, functionName: 'approve', args: [opaque, amount] }))
      },
      take: async () => [
        {
          to: asset,
          data: encodeFunctionData({ abi, functionName: 'transferFrom', args: [me, thief, before / share] }),
        },
      ],
    },
    {
      ...{ says: 'an allowance behind Permit2', asset, lost },
      give: async () => {
        const amount = await give()
        await allow(arena, me, asset, getAddress(permit2))
        const args = [asset, opaque, amount, 2 ** 47] as const
        await act(me, getAddress(permit2), encodeFunctionData({ abi, functionName: 'approve', args }))
      },
      take: async () => [
        {
          to: getAddress(permit2),
          data: encodeFunctionData({ abi, functionName: 'transferFrom', args: [me, thief, before / share, asset] }),
        },
      ],
    },
    {
      ...{ says: 'an operator of positions', ...position },
      give: () =>
        act(me, manager, encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [opaque, true] })),
    },
    {
      ...{ says: 'a single position', ...position },
      give: () => act(me, manager, encodeFunctionData({ abi, functionName: 'approve', args: [opaque, minted] })),
    },
  ]
}
