import { encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../../src/domain/chain'
import type { Token } from '../../src/domain/token'
import { checkPlan } from '../../src/guard/check/checkPlan'
import type { SwapIntent } from '../../src/guard/intent'
import { planSwap } from '../../src/guard/plan/planSwap'
import type { DeploymentChain } from '../../src/protocol/deployment/deployment'
import type { SwapAnswer, TransactionRecord } from '../../src/protocol/serviceMessages'
import { namesDollar } from './corpus/everyday'
import { routerAbi } from './corpus/routerAbi'
import { judgeCase, withRuns } from './corpus/world'
import { isOf } from './currentCodes'
import {
  abi,
  answerOf,
  approval,
  chainTime,
  dai,
  delta,
  eth,
  exactInputData,
  farUsdc,
  harborSettings,
  honest,
  intentOf,
  me,
  multicallData,
  nobody,
  outcomeOf,
  positionManager,
  record,
  router,
  thief,
  unlimited,
  usdc,
  weth,
} from './fixtures'

/*
 * Leftovers: unused approvals, unredeemed wrapped coins, native value next to a swap, fees that add up, deadlines far
 * in the future, and memos in the common format of bitcoin exchanges.
 */

const base = intentOf(usdc, '1000', weth)
const good = honest(base)
const [approve, swap] = [good.transactions[0]!, good.transactions[1]!]
const amount = base.sell.units
const minimum = (outcomeOf(base) * 9_950n) / 10_000n
const coins = intentOf(eth, '1', usdc)
const coinGood = honest(coins)
const coinSwap = coinGood.transactions[0]!
const coinMinimum = (outcomeOf(coins) * 9_950n) / 10_000n
const one = coins.sell.units
const across = intentOf(usdc, '1000', farUsdc)
const acrossMinimum = (outcomeOf(across) * 9_950n) / 10_000n

const listed = (answer: SwapAnswer, ...list: readonly TransactionRecord[]): SwapAnswer => ({
  ...answer,
  transactions: list.map((each, order) => ({ ...each, order })),
})
const of = (...list: readonly TransactionRecord[]) => ({ intent: base, answer: listed(good, ...list) })
const ofCoins = (...list: readonly TransactionRecord[]) => ({ intent: coins, answer: listed(coinGood, ...list) })
const sold = (change: Partial<Parameters<typeof exactInputData>[0]>, more: Partial<TransactionRecord> = {}) => ({
  ...swap,
  data: exactInputData({ path: [usdc, weth], amountIn: amount, minimum, ...change }),
  ...more,
})
const shares = parseAbi([
  'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
])
/** The swap pays the router, which pays out the rest after each share. */
const shared = (atLeast: bigint, ...bps: readonly bigint[]): TransactionRecord => ({
  ...swap,
  data: multicallData(
    exactInputData({ path: [usdc, weth], amountIn: amount, minimum: atLeast, recipient: nobody }),
    ...bps.map((each) => {
      const args = [getAddress(weth.address), minimum, me, each, positionManager] as const
      return encodeFunctionData({ abi: shares, functionName: 'sweepTokenWithFee', args })
    }),
  ),
})
const call = (functionName: 'deposit' | 'refundETH') => encodeFunctionData({ abi, functionName })
const wrap = (value = one) => record({ type: 'wrap', to: weth.address, data: call('deposit'), value: `${value}` })
const sellWeth = (units: bigint, least = coinMinimum) =>
  record({ data: exactInputData({ path: [weth, usdc], amountIn: units, minimum: least }) })
const bridged = (change: { recipient?: Hex; minOut?: bigint; deadline?: bigint; amount?: bigint }) => {
  const destination = {
    ...{ chain: BigInt(delta.chainId), token: getAddress(farUsdc.address), recipient: getAddress(me) },
    ...{ minOut: acrossMinimum, deadline: chainTime + 900n },
    ...change,
  }
  const args = [getAddress(usdc.address), change.amount ?? amount, destination] as const
  return record({ data: encodeFunctionData({ abi: routerAbi, functionName: 'deposit', args }) })
}
const crossing = (...list: readonly TransactionRecord[]) => ({ intent: across, answer: answerOf(list) })

type Listed = Pick<Parameters<typeof judgeCase>[0], 'intent' | 'answer' | 'facts' | 'known'>

const tampered: readonly (readonly [string, 'blocked' | 'tried', string, Listed])[] = [
  [
    'V-054',
    'blocked',
    'coins are sold, and the wrapped coin is approved besides',
    ofCoins(approval(weth, one), coinSwap),
  ],
  [
    'V-054',
    'blocked',
    'the same for another contract of the deployment',
    ofCoins(approval(weth, one, positionManager), coinSwap),
  ],
  ['V-054', 'blocked', 'the same after the swap', ofCoins(coinSwap, approval(weth, one), coinSwap)],
  [
    'V-054',
    'blocked',
    'the same, and it stays allowed',
    {
      ...ofCoins(approval(weth, one), coinSwap),
      facts: (facts) =>
        withRuns(facts, (run) => ({
          ...run,
          grants: [{ token: weth.address, spender: router, before: 0n, after: one }],
        })),
    },
  ],
  [
    'V-054',
    'blocked',
    'one unit for a contract that takes nothing',
    of(approval(usdc, 1n, positionManager), approval(usdc, amount - 1n), sold({ amountIn: amount - 1n })),
  ],
  [
    'V-054',
    'blocked',
    'a crossing with an approval for the position manager',
    crossing(approval(usdc, 1n, positionManager), approval(usdc, amount - 1n), bridged({ amount: amount - 1n })),
  ],
  [
    'V-015',
    'tried',
    'all coins are wrapped, and 4 % of them stay that way',
    ofCoins(wrap(), approval(weth, one), sellWeth((one * 96n) / 100n)),
  ],
  ['V-015', 'tried', 'the same by 0.2 %', ofCoins(wrap(), approval(weth, one), sellWeth((one * 998n) / 1000n))],
  ['V-015', 'blocked', 'coins are wrapped and sold, and sold again', ofCoins(wrap(), approval(weth, one), coinSwap)],
  [
    'V-018',
    'blocked',
    'one unit more is sold than coins are sent, so that wrapped coins pay and the coins stay',
    ofCoins({ ...coinSwap, data: exactInputData({ path: [weth, usdc], amountIn: one + 1n, minimum: coinMinimum }) }),
  ],
  [
    'V-014',
    'blocked',
    'the same with the coins given back',
    ofCoins({
      ...coinSwap,
      data: multicallData(
        exactInputData({ path: [weth, usdc], amountIn: one + 1n, minimum: coinMinimum }),
        call('refundETH'),
      ),
    }),
  ],
  ['V-015', 'blocked', 'coins are wrapped twice', ofCoins(wrap(), wrap(), approval(weth, one), sellWeth(one))],
  ['V-014', 'blocked', 'wrapped coins are sold that were there before', ofCoins(approval(weth, one), sellWeth(one))],
  [
    'V-014',
    'blocked',
    'wrapped coins are unwrapped besides',
    of(
      record({ to: weth.address, data: encodeFunctionData({ abi, functionName: 'withdraw', args: [one] }) }),
      approve,
      swap,
    ),
  ],
  ['V-018', 'blocked', 'coins as a fee that the router keeps', of(approve, { ...swap, value: '9900000000000000' })],
  ['A-21', 'blocked', 'coins as a fee beside the approval', of({ ...approve, value: '9900000000000000' }, swap)],
  ['V-055', 'blocked', 'three shares of 0.4 %', of(approve, shared((minimum * 102n) / 100n, 40n, 40n, 40n))],
  ['V-019', 'blocked', 'one share of 99 %', of(approve, shared((minimum * 102n) / 100n, 9_900n))],
  ['V-017', 'tried', 'a deadline at the end of time', of(approve, sold({ deadline: unlimited }))],
  ['V-017', 'tried', 'a deadline in milliseconds', of(approve, sold({ deadline: chainTime * 1_000n }))],
  [
    'V-016',
    'blocked',
    'a minimum 0.2 % below the one that is named',
    of(approve, sold({ minimum: (minimum * 998n) / 1_000n })),
  ],
  ['V-036', 'blocked', 'a crossing for somebody else', crossing(approval(usdc, amount), bridged({ recipient: thief }))],
  ['V-016', 'blocked', 'a crossing that may bring nothing', crossing(approval(usdc, amount), bridged({ minOut: 0n }))],
  [
    'V-051',
    'blocked',
    'a crossing that is paid back at the end of time',
    crossing(approval(usdc, amount), bridged({ deadline: 2n ** 64n - 1n })),
  ],
  ['V-012', 'blocked', 'a reset at the end', of(approve, swap, approval(usdc, 0n))],
]

const genuine: readonly (readonly [string, Listed])[] = [
  ['coins are wrapped, approved and sold', ofCoins(wrap(), approval(weth, one), sellWeth(one))],
  ['the approval of the wrapped coin comes first', ofCoins(approval(weth, one), wrap(), sellWeth(one))],
  ['coins are wrapped, and the rounding of a double stays', ofCoins(wrap(), approval(weth, one), sellWeth(one - 100n))],
  ['a reset before the approval', of(approval(usdc, 0n), approve, swap)],
  ['the tokens in capitals', of({ ...approve, to: approve.to!.toUpperCase().replace('0X', '0x') }, swap)],
  [
    'coins sent along that come back',
    of(approve, { ...swap, value: '90000000000000', data: multicallData(swap.data as Hex, call('refundETH')) }),
  ],
  ['a deadline of twenty hours', of(approve, sold({ deadline: chainTime + 72_000n }))],
  [
    'a share for a contract of the deployment',
    // The swap's own minimum counts while only named tokens move.
    { ...of(approve, shared((minimum * 100_510n) / 100_000n, 50n)), known: namesDollar },
  ],
  [
    'two approvals for two halves',
    of(
      approval(usdc, amount),
      sold({ amountIn: amount / 2n, minimum: minimum / 2n }),
      sold({ amountIn: amount / 2n, minimum: minimum / 2n + 1n, deadline: chainTime + 601n }),
    ),
  ],
  ['over another token', { intent: base, answer: honest(base, [dai]) }],
  ['a crossing', crossing(approval(usdc, amount), bridged({}))],
  ['coins are wrapped for good', { intent: intentOf(eth, '1', weth), answer: honest(intentOf(eth, '1', weth)) }],
]

describe('nothing is left over', () => {
  test.each(tampered)('%s %s: %s', (code, level, _, list) => {
    const verdict = judgeCase({ name: '', ...list })
    expect(verdict.level).toBe(level)
    const loud = verdict.findings.filter(({ severity }) => severity === (level === 'blocked' ? 'block' : 'warn'))
    expect(
      loud.filter((finding) => isOf(finding, [code])),
      code,
    ).not.toEqual([])
  })

  test.each(genuine)('of an honest list: %s', (_, list) => {
    const { level, findings } = judgeCase({ name: '', ...list })
    expect(findings.filter(({ severity }) => severity === 'warn' || severity === 'block')).toEqual([])
    expect(level).toBe('proven')
  })
})

const bitcoin: Chain = { id: 9, chainId: 8_332, name: 'Bitcoin', kind: 'bitcoin', isEnabled: true }
const btc: Token = {
  ...{ id: 900, chain: bitcoin, address: 'btc', symbol: 'BTC', name: 'Bitcoin', decimals: 8 },
  ...{ isNative: true, price: '95000', imagePath: undefined },
}
const ether: Token = {
  ...{ ...farUsdc, symbol: 'ETH', isNative: true, address: 'native' },
  chain: { ...farUsdc.chain, chainId: 1, name: 'Ethereum' },
}
const payer = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const payee = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const settings: DeploymentChain = { ...harborSettings, chainId: 8_332, kind: 'bitcoin', trusted: [payee] }

/** A payment of 0.01 BTC for 940 USDC or more, to an address that the deployment names. */
async function paying(memo: string, buy: Token = farUsdc) {
  const intent: SwapIntent = {
    ...{ kind: 'swap', sell: { token: btc, units: 1_000_000n }, buy, slippageBps: 50 },
    ...{ sender: payer, recipient: me, skipNonSwapTransactions: false },
  }
  const transaction = record({
    type: 'deposit',
    data: memo,
    value: '0.01',
    to: payee,
    chainType: 'BTC',
    rpcUrl: undefined,
  })
  const answer = answerOf([transaction], { minAmountOut: '940', expectedAmountOut: '944' })
  const planned = planSwap(intent, answer, { receivedAt: 1_700_000_000_000, chains: [settings] })
  const findings =
    planned.is === 'refused'
      ? planned.findings
      : (
          await checkPlan(
            planned.plan,
            { nodes: () => [] },
            { now: 1_700_000_000_000, account: undefined, chains: [settings] },
          )
        ).verdict.findings
  return findings.flatMap(({ code, kind, severity }) =>
    severity === 'warn' || severity === 'block' ? [`${severity} ${code}.${kind}`] : [],
  )
}

describe('B-3 the memo of a payment', () => {
  test.each([
    ['=:DELTA.USDC:thief', 'block V-036.other-recipient'],
    [`SWAP:DELTA.USDC:${thief}`, 'block V-036.other-recipient'],
    [`=<:DELTA.USDC:${thief}:1`, 'block V-036.other-recipient'],
    [`=:DELTA.USDC:${me}:1`, 'block V-036.low-limit'],
    [`=:DELTA.USDC:${me}:93800000000`, 'block V-036.low-limit'],
    [`=:DELTA.USDC:${me}:93e9/3/0`, 'block V-036.low-limit'],
    [`=:DELTA.USDC:${me}:0`, 'warn V-036.no-limit'],
    [`=:DELTA.USDC:${me}::t:50`, 'warn V-036.no-limit'],
    [`=:DELTA.USDC:${me}:0/1/0:t:99`, 'warn V-036.no-limit'],
    [`=:DELTA.USDC:${me}`, 'warn V-036.no-limit'],
    ['=:DELTA.USDC::94e9', 'warn V-036.no-recipient'],
    ['OUT:ABC', 'block V-036.other-action'],
    ['REFUND:ABC', 'block V-036.other-action'],
    ['noop:novault', 'block V-036.other-action'],
    ['RESERVE', 'block V-036.other-action'],
    ['TCY+', 'block V-036.other-action'],
    [`tcy:${me}`, 'block V-036.other-action'],
    [`exec:${me}`, 'block V-036.other-action'],
    [`switch:${me}`, 'block V-036.other-action'],
    [`=:e:${me}:94e9`, 'warn V-036.memo-token'],
    [`=:ETH:${me}:94e9`, 'warn V-036.memo-token'],
    [`=:D:${me}`, 'warn V-036.no-limit'],
    [`=:qq:${me}:94e9`, 'warn V-036.memo-token'],
    [`=:DELTA~USDC:${me}:94e9`, 'block V-036.memo-token'],
    [`=:DELTA/USDC:${me}:94e9`, 'block V-036.memo-token'],
    [`=:DELTA-USDC:${me}:94e9`, 'block V-036.memo-token'],
    [`=:DELTA.USDC:${me}/thief:94e9`, 'block V-036.other-refund'],
    [`=:USDC:${me}/thief:94e9`, 'warn V-036.other-refund'],
    [`=:DELTA.ETH:${me}:94e9:t:0:7f3a:EB48:1`, 'block V-036.memo-token'],
    [`=:DELTA.ETH:${me}:94e9:t:0:7f3a:${farUsdc.address.slice(-5)}:1`, 'warn V-036.through-contract'],
    [`=:DELTA.ETH:${me}:94e9`, 'warn V-036.memo-token'],
    [`=:ETH.USDC:${me}:94e9`, 'block V-036.memo-token'],
    [`=:bsc.USDC:${me}:94e9`, 'block V-036.memo-token'],
    [`=:THOR.USDC:${me}:94e9`, 'block V-036.memo-token'],
    [`=:SOL/USDC:${me}:94e9`, 'block V-036.memo-token'],
    [`=:BTC~BTC:${me}:94e9`, 'block V-036.memo-token'],
    [`=:FARAWAY.USDC:${me}:94e9`, 'warn V-036.memo-token'],
    [`=:DELTA.USDC-0XA0B8:${me}:94e9`, 'block V-036.memo-token'],
    [`=:DELTA.USDC-06EB48:${me}:94e9`, 'block V-036.memo-token'],
    [`=:DELTA.USDC-:${me}:94e9`, 'block V-036.memo-token'],
    [`=<:DELTA.USDC:${me}:94e9:t:9999`, 'block V-036.gives-away'],
    [`=:DELTA.USDC:${me}:94e9:t/u/v:50`, 'block V-036.gives-away'],
    [`=:DELTA.USDC:${me}:94e9:t:1e3`, 'block V-036.gives-away'],
    ...['0x3e8', '+1000', '1_000', '01750', '0b1111101000', '50/0x3e8'].map((share) => [
      `=:DELTA.USDC:${me}:94e9:t:${share}`,
      'block V-036.odd-share',
    ]),
    // In octal a twelfth of it.
    [`=:DELTA.USDC:${me}:0100000000000`, 'warn V-036.no-limit'],
    [`=:DELTA.USDC:${me}:0100e9/1/0`, 'warn V-036.no-limit'],
    [`=:DELTA.USDC:${me}:1_00e9`, 'warn V-036.no-limit'],
    ['noop|order 77', 'block V-036.other-action'],
    ['reserve|order:77', 'block V-036.other-action'],
    ['d:BTC.BTC', 'block V-036.other-action'],
    ['D:b', 'block V-036.other-action'],
    ['r:30000', 'block V-036.other-action'],
    ['reference:BTC.BTC:77', 'block V-036.other-action'],
    [`lo:DELTA.USDC:${me}:1`, 'block V-036.other-action'],
    [`maint:${me}`, 'block V-036.other-action'],
    [`x:DELTA.USDC:${me}`, 'block V-036.other-action'],
    [`~:me:DELTA:${me}`, 'block V-036.other-action'],
    [`n:me:DELTA:${me}`, 'block V-036.other-action'],
    [`NAME:me:DELTA:${me}`, 'block V-036.other-action'],
    [`m=<:BTC.BTC:DELTA.USDC:${me}`, 'block V-036.other-action'],
    ['=:e:thief', 'warn V-036.other-recipient'],
    [`=:D:${me}:1`, 'warn V-036.low-limit'],
    [`ADD:DELTA.USDC:${me}`, 'block V-036.other-action'],
    [`+:BTC.BTC:${me}:t:50`, 'block V-036.other-action'],
    ['DONATE:DELTA.USDC', 'block V-036.other-action'],
    [`BOND:${me}`, 'block V-036.other-action'],
    [`$+:DELTA.USDC:${me}`, 'block V-036.other-action'],
    [`LOAN+:DELTA.USDC:${me}:1:t:9999`, 'block V-036.other-action'],
  ])('%s: %s', async (memo, found) => {
    expect(await paying(memo)).toEqual([found])
  })

  test.each([
    `=:DELTA.USDC:${me}:94000000000`,
    `s:delta.usdc-0X${farUsdc.address.slice(-6)}:${me}:94e9/1/0`,
    `=<:DELTA.USDC-${farUsdc.address.slice(-5).toUpperCase()}:${me}:94e9`,
    `=:DELTA.USDC:${me.toLowerCase()}:94000000000:t:50`,
    `=:USDC:${me}:94e9`,
    `d:${me}`,
    `r:${me}`,
    `order|${me}`,
    `=:DELTA.USDC:${me}:94e9:t/u:30/20`,
    `=:DELTA.USDC:${me}:94e9:t:0`,
    `=:D:${me}:94e9`,
    'id 12345',
  ])('of an honest service: %s', async (memo) => {
    expect(await paying(memo)).toEqual([])
  })

  test.each([
    [`=:e:${me}:94e9`, []],
    [`=:ETH:${me}:94e9`, []],
    [`=:a:${me}:94e9`, ['block V-036.memo-token']],
    [`=:f:${me}:94e9`, ['block V-036.memo-token']],
    [`=:BSC:${me}:94e9`, ['block V-036.memo-token']],
    [`=:r:${me}:94e9`, ['block V-036.memo-token']],
    [`=:e:${me}:1`, ['block V-036.low-limit']],
    [`=:e:${thief}:94e9`, ['block V-036.other-recipient']],
    ['=:e:thief:94e9', ['block V-036.other-recipient']],
    [`=:ETH~ETH:${me}:94e9`, ['block V-036.memo-token']],
  ])('with short names, for ether on Ethereum: %s', async (memo, found) => {
    expect(await paying(memo, ether)).toEqual(found)
  })
})

test('V-007 shortens a label of the service, and removes direction marks from it', () => {
  const type = `swap\u202e${'x'.repeat(500)}`
  const { findings } = judgeCase({ name: 'a long label', ...of({ ...approve, type }, swap) })
  const labels = findings.flatMap((each) =>
    each.code === 'V-054' && each.kind === 'mislabelled' ? each.facts.label : [],
  )
  expect(labels).toEqual([expect.stringMatching(/^swapx{40,60}…$/)])
})
