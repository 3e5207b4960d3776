import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AmountFact } from '../../../src/guard/findings/factTypes'
import { permit2 } from '../../../src/protocol/deployment/venues'
import { compile } from '../contracts/compile'
import { approveData } from '../fixtures'
import { swapOf } from '../localExchange'
import { type Arena, allow, harbor, judge, openArena } from './adversary'

/*
 * A contract that no one vouches for may take what it was allowed before, also in tokens that the service does not list. The
 * worst case that the review shows is all of it, and it is carried out.
 */

const routerAbi = parseAbi([
  'function x(address sold, uint256 amount, address bought, uint256 out, address recipient) payable',
])
const permitAbi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])

let arena: Arena
let router: Hex
let thieving: unknown

const turn = () => arena.rpc(harbor)('anvil_setCode', [router, thieving])

beforeAll(async () => {
  arena = await openArena()
  const deployed = async (trick: number) => {
    const args = encodeAbiParameters(parseAbiParameters('uint8 trick, address other, address assertion'), [
      trick,
      getAddress(arena.token('DAI').address),
      zeroAddress,
    ])
    const { contractAddress } = await arena.send(harbor, {
      from: arena.thief,
      data: concat([compile('OpaqueRouter'), args]),
    })
    return getAddress(contractAddress!)
  }
  // Honest while it is looked at; then it takes everything that it is allowed of the other token.
  router = await deployed(0)
  thieving = await arena.rpc(harbor)('eth_getCode', [await deployed(6), 'latest'])
  await arena.exchange.fund('evm', router)
})
afterAll(() => arena.exchange.stop())

/** The service's answer through the unknown router, with an approval of any token. */
async function reviewed(sold: string, amount: string, approved = sold, bought = 'WETH') {
  const intent = swapOf(arena.token(sold), amount, arena.token(bought), arena.me)
  const answer = await arena.ask(intent)
  const stated = Math.floor(Number(answer.expectedAmountOut ?? answer.minAmountOut) * 1e6)
  const out = BigInt(stated) * 10n ** BigInt(intent.buy.decimals - 6)
  const { isNative, address } = intent.sell.token
  const data = encodeFunctionData({
    ...{ abi: routerAbi, functionName: 'x' },
    args: [
      isNative ? zeroAddress : getAddress(address),
      intent.sell.units,
      getAddress(intent.buy.address),
      out,
      arena.me,
    ],
  })
  const last = answer.transactions.at(-1)!
  const approve = approved !== 'nothing' && {
    ...{
      ...answer.transactions[0]!,
      to: arena.token(approved).address,
      data: approveData(router, intent.sell.units),
      value: '0',
    },
  }
  const transactions = [...(approve ? [approve] : []), { ...last, to: router, data }].map((each, order) => ({
    ...each,
    order,
  }))
  const judged = await judge(arena, intent, { ...answer, transactions }, { tokens: [] })
  const { verdict } = await arena.check(judged.plan!, { tokens: [] })
  const besides = verdict.findings.flatMap((finding) =>
    finding.code === 'V-035' && finding.kind === 'also-at-risk' ? [finding.facts.amount] : [],
  )
  return { ...judged, besides, kinds: verdict.findings.map(({ kind }) => kind) }
}

const inText = ({ symbol, units, decimals, isWrapped }: AmountFact) =>
  `${Number(units) / 10 ** (decimals ?? 0)} ${isWrapped ? 'wrapped ' : ''}${symbol}`

/** Everything is as before afterwards. */
async function withRights<T>(rights: () => Promise<unknown>, act: () => Promise<T>): Promise<T> {
  const snapshot = await arena.rpc(harbor)('evm_snapshot', [])
  try {
    await rights()
    return await act()
  } finally {
    await arena.rpc(harbor)('evm_revert', [snapshot])
  }
}

const held = async (symbol: string) => {
  const { address, decimals } = arena.token(symbol)
  return Number(await arena.balance(address, arena.me)) / 10 ** decimals
}

describe('V-035 the worst case of a contract that cannot be read', () => {
  test('the worst case is the typed amount if the contract has no other rights', async () => {
    const { rating, besides, codes } = await reviewed('USDC', '500')
    expect({ rating, besides, codes }).toEqual({ rating: 'amber', besides: [], codes: ['V-035'] })
  })

  test('the worst case includes the tokens of an older allowance, which it takes', async () => {
    const dai = await held('DAI')
    const units = await arena.balance(arena.token('DAI').address, arena.me)
    await withRights(
      () => arena.act(arena.me, getAddress(arena.token('DAI').address), approveData(router, units)),
      async () => {
        const { rating, besides, plan } = await reviewed('USDC', '500')
        expect({ rating, besides: besides.map(inText) }).toEqual({ rating: 'amber', besides: [`${dai} DAI`] })
        expect(await arena.lossOf(plan!, turn)).toBeGreaterThan(0.99 * dai)
      },
    )
  })

  test('the worst case includes the tokens of an older allowance behind Permit2', async () => {
    const dai = await held('DAI')
    const { address } = arena.token('DAI')
    const right = encodeFunctionData({
      abi: permitAbi,
      functionName: 'approve',
      args: [getAddress(address), router, 2n ** 159n, 2 ** 47],
    })
    await withRights(
      async () => {
        const { contractAddress } = await arena.send(harbor, { from: arena.thief, data: compile('Permit2') })
        const node = arena.rpc(harbor)
        await node('anvil_setCode', [permit2, await node('eth_getCode', [contractAddress, 'latest'])])
        await allow(arena, arena.me, address, getAddress(permit2))
        await arena.act(arena.me, getAddress(permit2), right)
      },
      async () => expect((await reviewed('USDC', '500')).besides.map(inText)).toEqual([`${dai} DAI`]),
    )
  })

  test('the worst case includes the rest of an older allowance of the sold token', async () => {
    const usdc = await held('USDC')
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, maxUint256] })
    await withRights(
      () => arena.act(arena.me, getAddress(arena.token('USDC').address), data),
      async () => {
        const { besides } = await reviewed('USDC', '500', 'nothing')
        expect(besides.map(inText)).toEqual([`${usdc - 500} USDC`])
      },
    )
  })

  test('the worst case includes the native value and the wrapped coins approved in the same plan', async () => {
    await withRights(
      () => arena.act(arena.me, getAddress(arena.token('WETH').address), '0xd0e30db0', 10n ** 18n),
      async () => {
        const { rating, besides } = await reviewed('ETH', '0.5', 'WETH', 'USDC')
        expect({ rating, besides: besides.map(inText) }).toEqual({ rating: 'amber', besides: ['0.5 wrapped ETH'] })
      },
    )
  })
})
