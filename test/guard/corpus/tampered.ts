import { encodeFunctionData, getAddress, type Hex } from 'viem'
import type { Token } from '../../../src/domain/token'
import type { CodeBehind } from '../../../src/guard/checkInputs'
import type { SwapIntent } from '../../../src/guard/intent'
import type { EvmStep, Plan } from '../../../src/guard/plan'
import type { PinnedCode } from '../../../src/protocol/deployment/deployment'
import { permit2 as permit2Address } from '../../../src/protocol/deployment/venues'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import {
  abi,
  addressOf,
  approval,
  approveData,
  chainTime,
  dai,
  deltaSettings,
  eth,
  exactInputData,
  farUsdc,
  friend,
  honest,
  intentOf,
  localSolana,
  me,
  multicallData,
  nobody,
  outcomeOf,
  packPath,
  positionManager,
  pup,
  record,
  router,
  thief,
  unlimited,
  usdc,
  usdt,
  wbtc,
  weth,
} from '../fixtures'
import { tamperedBridges } from './bridgeVenues'
import { crossingCases } from './crossings'
import { acrossDeposit, bridge } from './honest'
import { hostileCases } from './hostile'
import { purposeCases } from './purposes'
import {
  algebra,
  coinCommand,
  execute,
  moveCommand,
  pairCommand,
  permit2,
  routerAbi,
  routerItself,
  someWord,
  swapCommand,
} from './routerAbi'
import { knownThere, runsCodeOf, settings, venueCases } from './venues'
import { type Case, codeHash, type Run, underWay, unsimulated, withRuns } from './world'

/** The expected finding: the rule's code and its level. */
export type TamperedCase = Case & { readonly code: string; readonly level: 'blocked' | 'tried' | 'unchecked' }

const base = intentOf(usdc, '1000', weth)
const good = honest(base)
const smaller = intentOf(usdc, '350', weth)
const [approve, swap] = [good.transactions[0]!, good.transactions[1]!]
const amount = base.sell.units
const expected = outcomeOf(base)
const minimum = (expected * 9_950n) / 10_000n
const coins = intentOf(eth, '1', usdc)
const coinAnswer = honest(coins)
const unwrapping = intentOf(usdc, '1000', eth)
const fromUsdc = getAddress(usdc.address)
const toWeth = getAddress(weth.address)
const path: Hex = packPath([fromUsdc, toWeth])

type Level = TamperedCase['level']
type More = Partial<Omit<TamperedCase, 'name' | 'code' | 'level'>>

function bad(code: string, name: string, more: More, level: Level = 'blocked'): TamperedCase {
  return { code, name, level, intent: base, answer: good, ...more }
}

/** The honest answer with its swap replaced. */
function swapped(data: Hex, more: Partial<TransactionRecord> = {}): { answer: SwapAnswer } {
  return { answer: { ...good, transactions: [approve, { ...swap, data, ...more }] } }
}

function listed(...transactions: readonly TransactionRecord[]): { answer: SwapAnswer } {
  return { answer: { ...good, transactions: transactions.map((each, order) => ({ ...each, order })) } }
}

/** The honest answer with another transaction before the swap. */
function inserted(extra: Partial<TransactionRecord>): { answer: SwapAnswer } {
  return listed(approve, record({ type: 'transaction', ...extra }), swap)
}

function swapData(more: Partial<Parameters<typeof exactInputData>[0]>): Hex {
  return exactInputData({ path: [usdc, weth], amountIn: amount, minimum, ...more })
}

const onTop = 9_000_000_000_000_000n
const leastCoins = (outcomeOf(coins) * 9_950n) / 10_000n

/** Native coin is sold, with some more sent along. */
function coinsOf(data: Hex): SwapAnswer {
  const [swap] = coinAnswer.transactions
  return { ...coinAnswer, transactions: [{ ...swap!, data, value: `${coins.sell.units + onTop}` }] }
}

function changed(change: (step: EvmStep) => Partial<EvmStep>): { tamper: (plan: Plan) => Plan } {
  return {
    tamper: (plan) => ({
      ...plan,
      steps: plan.steps.map((step) => (step.kind === 'evm' && step.index === 1 ? { ...step, ...change(step) } : step)),
    }),
  }
}

const structure: readonly TamperedCase[] = [
  bad('V-001', 'M-062 nothing to sign', { answer: { ...good, transactions: [] } }),
  bad(
    'V-001',
    'thirteen transactions',
    listed(...Array.from({ length: 13 }, (_, index) => record({ data: `0x0000000${index.toString(16)}` }))),
  ),
  bad(
    'V-001',
    'M-063 five hundred transactions',
    listed(...Array.from({ length: 500 }, (_, index) => record({ data: `0x${index.toString(16).padStart(8, '0')}` }))),
  ),
  bad('V-001', 'M-076 a megabyte of data', swapped(`0x${'ab'.repeat(1_000_000)}`)),
  bad('V-002', 'M-068 no order', {
    answer: {
      ...good,
      transactions: [
        { ...approve, order: undefined },
        { ...swap, order: undefined },
      ],
    },
  }),
  bad('V-002', 'half an order', { answer: { ...good, transactions: [approve, { ...swap, order: undefined }] } }),
  bad('V-002', 'one place claimed twice', { answer: { ...good, transactions: [approve, { ...swap, order: 0 }] } }),
  bad('V-002', 'M-067 a negative place', { answer: { ...good, transactions: [{ ...approve, order: -1 }, swap] } }),
  bad('V-002', 'half a place', { answer: { ...good, transactions: [approve, { ...swap, order: 1.5 }] } }),
  bad('V-002', 'M-066 a repetition', { answer: { ...good, transactions: [approve, swap, swap] } }, 'tried'),
  bad('V-003', 'M-073 marked as Solana', listed(approve, { ...swap, chainType: 'SOLANA' })),
  bad('V-003', 'marked as Bitcoin', listed(approve, { ...swap, chainType: 'btc' })),
  bad('V-003', 'M-098 named for a third chain', listed(approve, { ...swap, rest: { chainId: 56 } })),
  bad('V-003', 'M-098 named for a third chain in text', listed(approve, { ...swap, rest: { chainId: '137' } })),
  bad(
    'V-003',
    'M-098 the RPC of another chain of ours',
    listed(approve, { ...swap, rpcUrl: deltaSettings.rpcUrls[0] }),
  ),
  bad('V-003', 'a chain that cannot be read', {
    intent: { ...base, sell: { ...base.sell, token: { ...usdc, chain: { ...localSolana, kind: 'bitcoin' } } } },
  }),
  bad('V-003', 'M-099 the far side first', {
    intent: intentOf(usdc, '1000', farUsdc),
    answer: { ...good, transactions: [{ ...approve, rest: { chainId: 741002 } }, swap] },
  }),
  bad('V-004', 'M-078 no target', listed(approve, { ...swap, to: undefined })),
  bad('V-004', 'M-078 an empty target', listed(approve, { ...swap, to: '' })),
  bad('V-004', 'M-078 a name as target', listed(approve, { ...swap, to: 'router.eth' })),
  bad(
    'V-004',
    'M-078 a wrong checksum',
    listed(approve, { ...swap, to: router.replace(/[a-f]/, (letter) => letter.toUpperCase()) }),
  ),
  bad('V-004', 'M-078 the zero address', listed(approve, { ...swap, to: nobody })),
  bad('V-004', 'M-078 the own account', listed(approve, { ...swap, to: me })),
  bad(
    'V-004',
    'M-078 a part of the chain',
    listed(approve, { ...swap, to: '0x0000000000000000000000000000000000000004' }),
  ),
  bad('V-004', 'an unknown call of the sold token', inserted({ to: usdc.address, data: '0xdeadbeef' })),
  bad('V-004', 'an unknown call of the bought token', inserted({ to: weth.address, data: '0xdeadbeef' })),
  bad('V-004', 'the swap sent to the token', listed(approve, { ...swap, to: usdc.address })),
  bad('V-005', 'M-074 half a byte', swapped('0x123')),
  bad('V-005', 'M-074 no hex', swapped('0xhello' as Hex)),
  bad('V-005', 'M-074 the word null', swapped('null' as Hex)),
  bad('V-005', 'M-077 an object', listed(approve, { ...swap, data: { to: router } })),
  bad('V-005', 'M-077 nothing at all', listed(approve, { ...swap, data: null })),
  bad('V-005', 'no 0x', swapped(String(swap.data).slice(2) as Hex), 'tried'),
  bad('V-005', 'a payment to a thief', {
    intent: coins,
    answer: { ...coinAnswer, transactions: [{ ...coinAnswer.transactions[0]!, to: thief, data: '0x' }] },
  }),
  bad('V-005', 'an empty call besides the swap', inserted({ to: thief, data: '0x' })),
  ...['-1', 'NaN', '', '0x1', '1e400', '2000000000000000000', '900000000000000000', '1500', '2'].map((value) =>
    bad('V-006', `M-082 M-083 a value of "${value}" for one coin sold`, {
      intent: coins,
      answer: { ...coinAnswer, transactions: [{ ...coinAnswer.transactions[0]!, value }] },
    }),
  ),
  bad('V-006', 'M-082 no value for coins sold', {
    intent: coins,
    answer: { ...coinAnswer, transactions: [{ ...coinAnswer.transactions[0]!, value: undefined }] },
  }),
  bad('V-006', 'M-083 coins sent along with a token', listed(approve, { ...swap, value: '1000000000000000000' })),
  bad('V-006', 'the sold coins sent twice', {
    intent: coins,
    answer: {
      ...coinAnswer,
      transactions: [coinAnswer.transactions[0]!, { ...coinAnswer.transactions[0]!, order: 1 }].map((each, order) => ({
        ...each,
        data: exactInputData({
          path: [eth, usdc],
          amountIn: coins.sell.units / 2n,
          minimum: (outcomeOf(coins) * 4_975n) / 10_000n + BigInt(order),
        }),
        order,
      })),
    },
  }),
  bad(
    'V-006',
    'a fee of a twelfth',
    {
      intent: smaller,
      answer: {
        ...honest(smaller),
        transactions: honest(smaller).transactions.map((each) =>
          each.order === 1 ? { ...each, data: '0x12345678', value: '9000000000000000' } : each,
        ),
      },
    },
    'tried',
  ),
  bad(
    'V-006',
    'a fee that is small beside the trade, at the prices of the service, and large by itself',
    listed(approve, { ...swap, data: '0x12345678', value: '25000000000000000' }),
  ),
  bad('V-007', 'M-072 a swap labelled as an approval', listed(approve, { ...swap, type: 'approve' }), 'tried'),
  bad('V-007', 'M-072 an approval labelled as a swap', listed({ ...approve, type: 'swap' }, swap), 'tried'),
  bad(
    'V-009',
    'a delegation of the account',
    listed(approve, { ...swap, rest: { authorizationList: [{ address: thief }] } }),
  ),
  bad('V-009', 'blobs', listed(approve, { ...swap, rest: { blobVersionedHashes: ['0x01'] } })),
]

const person: readonly TamperedCase[] = [
  bad(
    'V-008',
    'another signer',
    changed(() => ({ from: friend })),
  ),
  bad('V-008', 'A-27 another account in the wallet', { facts: (facts) => ({ ...facts, account: friend }) }),
  bad('V-008', 'the zero address as recipient', recipient(nobody)),
  bad('V-008', 'a token as recipient', recipient(getAddress(usdc.address))),
  bad('V-008', 'a part of the chain as recipient', recipient('0x0000000000000000000000000000000000000002')),
  bad('V-008', 'somebody else as recipient', recipient(friend), 'tried'),
  bad(
    'V-010',
    'data changed after sealing',
    changed(() => ({ data: swapData({ recipient: thief }) as string })),
  ),
  bad(
    'V-010',
    'a value changed after sealing',
    changed(() => ({ value: 1n })),
  ),
  bad(
    'V-010',
    'a target changed after sealing',
    changed(() => ({ to: thief })),
  ),
  bad('V-010', 'the question changed after sealing', {
    tamper: (plan) => ({ ...plan, intent: { ...plan.intent, slippageBps: 5_000 } }),
  }),
  bad('A-30', 'an old answer', { facts: (facts, plan) => ({ ...facts, now: plan.receivedAt + 31_000 }) }),
  bad('M-101', 'sent a moment ago', {
    facts: (facts, plan) => ({
      ...facts,
      history: { ...facts.history, sent: [{ hash: plan.hash, at: facts.now - 5_000 }] },
    }),
  }),
  bad(
    'M-101',
    'sent before',
    {
      facts: (facts, plan) => ({
        ...facts,
        history: { ...facts.history, sent: [{ hash: plan.hash, at: facts.now - 500_000 }] },
      }),
    },
    'tried',
  ),
]

const approvals: readonly TamperedCase[] = [
  bad('A-21', 'M-091 the approval of another token', inserted({ to: wbtc.address, data: approveData(router, 1n) })),
  bad('A-21', 'M-091 an approval for a thief', inserted({ to: usdc.address, data: approveData(thief, amount) })),
  bad('A-21', 'M-091 only for a thief', listed({ ...approve, data: approveData(thief, amount) }, swap)),
  bad('A-21', 'an unlimited approval for a thief', inserted({ to: usdc.address, data: approveData(thief, unlimited) })),
  bad('A-21', 'an approval of the bought token', inserted({ to: weth.address, data: approveData(router, unlimited) })),
  bad(
    'A-21',
    'an approval for the token itself',
    inserted({ to: usdc.address, data: approveData(getAddress(usdc.address), amount) }),
  ),
  bad('A-21', 'an approval for oneself', inserted({ to: usdc.address, data: approveData(me, amount) })),
  bad('A-21', 'an approval for nobody', inserted({ to: usdc.address, data: approveData(nobody, amount) })),
  bad('A-21', 'coins sent along with an approval', listed({ ...approve, value: '1000000000000000' }, swap)),
  bad('A-21', 'an unlimited approval put back after sealing', {
    tamper: (plan) => ({
      ...plan,
      steps: plan.steps.map((step) =>
        step.kind === 'evm' && step.index === 0 ? { ...step, data: approveData(router, unlimited) } : step,
      ),
    }),
  }),
  bad('A-21', 'a signed permit as a transaction', inserted({ to: usdc.address, data: permitData(me, router, amount) })),
  bad('A-21', 'a permit of somebody else', inserted({ to: usdc.address, data: permitData(friend, thief, unlimited) })),
  bad(
    'A-21',
    'a permit for more inside a multicall',
    swapped(multicallData(selfPermit(usdc.address, unlimited), swapData({}))),
  ),
  bad(
    'A-21',
    'a permit for another token inside a multicall',
    swapped(multicallData(selfPermit(wbtc.address, amount), swapData({}))),
  ),
  bad('A-21', 'a Permit2 allowance for a thief', inserted({ to: permit2Address, data: permit2Data(thief, amount) })),
  bad('A-21', 'an allowance for Permit2 that nothing uses', listed(approval(usdc, amount, permit2Address), swap)),
  bad('A-21', 'a Permit2 allowance without limit', putBack(permit2Data(router, 2n ** 160n - 1n))),
  bad('A-21', 'a Permit2 allowance for a year', putBack(permit2Data(router, amount, Number(chainTime) + 31_536_000))),
  bad(
    'A-21',
    'an unknown contract that is allowed the whole amount again before it swaps',
    listed(...['1', '2'].map(() => approval(usdc, amount, addressOf('one'))), { ...swap, to: addressOf('one') }),
  ),
  bad(
    'A-21',
    'M-092 the whole amount allowed twice',
    listed(
      ...['one', 'two'].map((name) => approval(usdc, amount, addressOf(name))),
      ...['one', 'two'].map((name) => ({
        ...swap,
        to: addressOf(name),
        data: swapData({ amountIn: amount / 2n, minimum: minimum / 2n }),
      })),
    ),
  ),
  bad(
    'A-21',
    'M-092 approvals for three contracts',
    listed(
      ...['one', 'two', 'three'].map((name) => approval(usdc, amount, addressOf(name))),
      ...['one', 'two', 'three'].map((name) => ({
        ...swap,
        to: addressOf(name),
        data: swapData({ amountIn: amount / 3n, minimum: minimum / 3n }),
      })),
    ),
  ),
  bad('V-012', 'M-093 an approval and no swap', listed(approve)),
  bad('V-012', 'a reset and no swap', listed({ ...approve, data: approveData(router, 0n) })),
  bad(
    'V-012',
    'an approval after the swap',
    listed(approve, swap, { ...approve, data: approveData(router, amount - 1n) }),
  ),
]

const thefts: readonly (readonly [name: string, to: string, data: Hex])[] = [
  ['transfer', usdc.address, encodeFunctionData({ abi, functionName: 'transfer', args: [thief, amount] })],
  ['transfer of another token', wbtc.address, encodeFunctionData({ abi, functionName: 'transfer', args: [thief, 1n] })],
  ['transferFrom', usdc.address, encodeFunctionData({ abi, functionName: 'transferFrom', args: [me, thief, amount] })],
  [
    'increaseAllowance',
    usdc.address,
    encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [thief, unlimited] }),
  ],
  [
    'decreaseAllowance',
    usdc.address,
    encodeFunctionData({ abi: routerAbi, functionName: 'decreaseAllowance', args: [router, 1n] }),
  ],
  [
    'setApprovalForAll',
    addressOf('collection'),
    encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [thief, true] }),
  ],
  [
    'safeTransferFrom',
    addressOf('collection'),
    encodeFunctionData({ abi: routerAbi, functionName: 'safeTransferFrom', args: [me, thief, 7n] }),
  ],
  [
    'transferOwnership',
    addressOf('vault'),
    encodeFunctionData({ abi: routerAbi, functionName: 'transferOwnership', args: [thief] }),
  ],
  [
    'delegate',
    addressOf('governance'),
    encodeFunctionData({ abi: routerAbi, functionName: 'delegate', args: [thief] }),
  ],
  ['upgradeTo', addressOf('proxy'), encodeFunctionData({ abi: routerAbi, functionName: 'upgradeTo', args: [thief] })],
  [
    'execTransaction',
    addressOf('safe'),
    encodeFunctionData({
      abi: routerAbi,
      functionName: 'execTransaction',
      args: [thief, 1n, '0x', 0, 0n, 0n, 0n, nobody, nobody, '0x'],
    }),
  ],
  [
    'a Permit2 transfer',
    addressOf('permit2'),
    encodeFunctionData({ abi: permit2, functionName: 'transferFrom', args: [me, thief, amount, fromUsdc] }),
  ],
  [
    'a multicall with a transferFrom',
    router,
    multicallData(encodeFunctionData({ abi, functionName: 'transferFrom', args: [me, thief, amount] })),
  ],
  [
    'an aggregate with a transferFrom',
    addressOf('multicall'),
    encodeFunctionData({
      abi: routerAbi,
      functionName: 'aggregate3',
      args: [
        [
          {
            target: fromUsdc,
            allowFailure: false,
            callData: encodeFunctionData({ abi, functionName: 'transferFrom', args: [me, thief, amount] }),
          },
        ],
      ],
    }),
  ],
  ['a universal router transfer', router, execute([moveCommand(0x05, fromUsdc, thief, amount)])],
]

const positions: readonly (readonly [name: string, data: Hex])[] = [
  [
    'the fees of a position collected for a thief',
    encodeFunctionData({
      abi: routerAbi,
      functionName: 'collect',
      args: [{ tokenId: 7n, recipient: thief, amount0Max: 2n ** 128n - 1n, amount1Max: 2n ** 128n - 1n }],
    }),
  ],
  [
    'a position emptied',
    encodeFunctionData({
      abi: routerAbi,
      functionName: 'decreaseLiquidity',
      args: [{ tokenId: 7n, liquidity: 1n, amount0Min: 0n, amount1Min: 0n, deadline: chainTime + 60n }],
    }),
  ],
  ['a position burnt', encodeFunctionData({ abi: routerAbi, functionName: 'burn', args: [7n] })],
]

const calls: readonly TamperedCase[] = [
  ...positions.map(([name, data]) => bad('V-011', name, inserted({ to: positionManager, data }))),
  ...thefts.map(([name, to, data]) => bad('V-011', `${name} besides the swap`, inserted({ to, data }))),
  ...thefts
    .slice(0, 4)
    .map(([name, to, data]) => bad('V-011', `${name} instead of the swap`, listed(approve, record({ to, data })))),

  bad('V-013', 'M-094 one pool, to a thief', swapped(swapData({ recipient: thief }))),
  bad('V-013', 'M-094 two pools, to a thief', swapped(swapData({ path: [usdc, dai, weth], recipient: thief }))),
  bad('V-013', 'a multicall that pays a thief', swapped(multicallData(swapData({ recipient: thief })))),
  bad('V-013', 'coins unwrapped for a thief', {
    intent: unwrapping,
    answer: {
      ...honest(unwrapping),
      transactions: [
        approve,
        {
          ...swap,
          data: multicallData(
            swapData({ recipient: nobody }),
            encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [minimum, thief] }),
          ),
        },
      ],
    },
  }),
  bad(
    'V-013',
    'the outcome swept to a thief',
    swapped(
      multicallData(
        swapData({ recipient: nobody }),
        encodeFunctionData({ abi, functionName: 'sweepToken', args: [toWeth, minimum, thief] }),
      ),
    ),
  ),
  bad(
    'V-013',
    'a second router that pays a thief',
    swapped(
      encodeFunctionData({
        abi: routerAbi,
        functionName: 'exactInputSingle',
        args: [
          {
            tokenIn: fromUsdc,
            tokenOut: toWeth,
            fee: 500,
            recipient: thief,
            amountIn: amount,
            amountOutMinimum: minimum,
            sqrtPriceLimitX96: 0n,
          },
        ],
      }),
    ),
  ),
  bad(
    'V-013',
    'an Algebra router that pays a thief',
    swapped(
      encodeFunctionData({
        abi: algebra,
        functionName: 'exactInputSingle',
        args: [
          {
            tokenIn: fromUsdc,
            tokenOut: toWeth,
            deployer: nobody,
            recipient: thief,
            deadline: chainTime + 60n,
            amountIn: amount,
            amountOutMinimum: minimum,
            limitSqrtPrice: 0n,
          },
        ],
      }),
    ),
  ),
  bad(
    'V-013',
    'a v2 router that pays a thief',
    swapped(
      encodeFunctionData({
        abi: routerAbi,
        functionName: 'swapExactTokensForTokens',
        args: [amount, minimum, [fromUsdc, toWeth], thief, chainTime + 60n],
      }),
    ),
  ),
  bad(
    'V-013',
    'a universal router that pays a thief',
    swapped(execute([swapCommand({ path, amountIn: amount, minimum, recipient: thief })])),
  ),
  bad('V-013', 'a pair that was paid pays a thief', swapped(execute(throughPair({ recipient: thief })))),
  bad(
    'V-013',
    'a universal router pays a thief, and the pair of another token is used',
    swapped(execute(throughPair({ sold: getAddress(usdt.address) }))),
  ),
  bad(
    'V-013',
    'a universal router pays a thief, and the person pays the pair',
    swapped(execute(throughPair({ amountIn: 1n, byUser: true }))),
  ),
  bad(
    'V-013',
    'a universal router pays a thief, and the pair is used later',
    swapped(execute([throughPair()[0]!, moveCommand(0x04, fromUsdc, me, 0n), throughPair()[1]!])),
  ),
  bad('V-016', 'a pair that was paid gives what it likes', swapped(execute(throughPair({ least: 0n })))),
  bad(
    'V-037',
    'a pair that was paid may fail alone',
    swapped(execute(throughPair().map((each) => ({ ...each, code: each.code === 0x08 ? 0x88 : each.code })))),
  ),
  bad('V-018', 'a pair of a stranger’s token that was paid', swapped(execute(throughPair({ middle: pup }))), 'tried'),
  bad(
    'V-013',
    'a universal router that sweeps to a thief',
    swapped(
      execute([
        swapCommand({ path, amountIn: amount, minimum, recipient: routerItself }),
        moveCommand(0x04, toWeth, thief, minimum),
      ]),
    ),
  ),
  bad('V-013', 'a universal router that unwraps for a thief', {
    intent: unwrapping,
    answer: {
      ...honest(unwrapping),
      transactions: [
        approve,
        {
          ...swap,
          data: execute([
            swapCommand({ path, amountIn: amount, minimum, recipient: routerItself }),
            coinCommand(0x0c, thief, minimum),
          ]),
        },
      ],
    },
  }),
  bad('V-013', 'paid to the sender instead of the friend', { intent: { ...base, recipient: friend }, answer: good }),
  bad(
    'V-013',
    'half to the person, half to a thief',
    swapped(multicallData(swapData({ amountIn: amount / 2n }), swapData({ amountIn: amount / 2n, recipient: thief }))),
  ),

  bad('V-014', 'another token is bought', swapped(swapData({ path: [usdc, pup] }))),
  bad('V-014', 'another token is sold', swapped(swapData({ path: [wbtc, weth] }))),
  bad(
    'V-014',
    'another token is sold besides',
    swapped(multicallData(swapData({}), exactInputData({ path: [usdt, weth], amountIn: 1n, minimum: 1n }))),
  ),
  bad('V-014', 'the path ends elsewhere', swapped(swapData({ path: [usdc, weth, pup] }))),
  bad('V-014', 'the path begins elsewhere', swapped(swapData({ path: [wbtc, usdc, weth] }))),
  bad('V-014', 'a refund and no swap', {
    intent: unwrapping,
    answer: {
      ...honest(unwrapping),
      transactions: [approve, { ...swap, data: multicallData(encodeFunctionData({ abi, functionName: 'refundETH' })) }],
    },
  }),

  bad('V-015', 'M-096 ten times the amount', swapped(swapData({ amountIn: amount * 10n }))),
  bad('V-015', 'M-096 a thousandth more', swapped(swapData({ amountIn: amount + amount / 1_000n }))),
  bad('V-015', 'the whole amount twice', swapped(multicallData(swapData({}), swapData({ path: [usdc, dai, weth] })))),
  bad(
    'V-015',
    'more than offered for an exact outcome',
    swapped(
      encodeFunctionData({
        abi,
        functionName: 'exactOutputSingle',
        args: [
          {
            tokenIn: fromUsdc,
            tokenOut: toWeth,
            fee: 3000,
            recipient: me,
            deadline: chainTime + 60n,
            amountOut: minimum,
            amountInMaximum: amount * 2n,
            sqrtPriceLimitX96: 0n,
          },
        ],
      }),
    ),
  ),
  bad('V-015', 'coins on top that are sold as well', {
    intent: coins,
    answer: coinsOf(exactInputData({ path: [eth, usdc], amountIn: coins.sell.units + onTop, minimum: leastCoins })),
  }),
  bad('V-015', 'coins on top that are sold by a second call of the batch', {
    intent: coins,
    answer: coinsOf(
      multicallData(
        exactInputData({ path: [eth, usdc], amountIn: coins.sell.units, minimum: leastCoins }),
        exactInputData({ path: [eth, dai, usdc], amountIn: onTop, minimum: 1n }),
      ),
    ),
  }),
  bad(
    'V-015',
    'nothing is sold',
    swapped(multicallData(encodeFunctionData({ abi, functionName: 'sweepToken', args: [toWeth, 0n, me] }))),
  ),
  bad('V-015', 'M-096 a tenth less', swapped(swapData({ amountIn: (amount * 9n) / 10n })), 'tried'),

  bad('V-016', 'M-088 no minimum', swapped(swapData({ minimum: 0n }))),
  bad('V-016', 'a minimum of one', swapped(swapData({ minimum: 1n }))),
  bad('V-016', 'less than the service says', swapped(swapData({ minimum: (minimum * 99n) / 100n }))),
  bad('V-016', 'no minimum anywhere', { answer: { ...opaqueAnswer(), minAmountOut: undefined } }, 'tried'),
  bad(
    'V-016',
    'less than was shown',
    { facts: (facts) => ({ ...facts, shownMinimum: (minimum * 102n) / 100n }) },
    'tried',
  ),
  bad(
    'V-016',
    'less than was shown, by a call that nobody can read',
    { answer: opaqueAnswer(), facts: (facts) => ({ ...facts, shownMinimum: (minimum * 102n) / 100n }) },
    'tried',
  ),
  bad('V-017', 'M-097 a deadline that passed', swapped(swapData({ deadline: chainTime - 1n }))),
  bad('V-017', 'a deadline of zero', swapped(swapData({ deadline: 0n }))),
  bad(
    'V-017',
    'a multicall whose deadline passed',
    swapped(encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [chainTime - 60n, [swapData({})]] })),
  ),
  bad('V-017', 'M-097 a deadline in the year 2100', swapped(swapData({ deadline: 4_102_444_800n })), 'tried'),

  bad(
    'V-018',
    'the outcome left in the router',
    swapped(multicallData(swapData({ recipient: nobody }), swapData({ amountIn: 1n, minimum: minimum }))),
  ),
  bad('V-018', 'coins left in the router', {
    intent: coins,
    answer: {
      ...coinAnswer,
      transactions: [
        {
          ...coinAnswer.transactions[0]!,
          data: exactInputData({
            path: [eth, usdc],
            amountIn: coins.sell.units / 2n,
            minimum: (outcomeOf(coins) * 9_950n) / 10_000n,
          }),
        },
      ],
    },
  }),
  bad('V-018', 'an exact outcome without a refund', {
    intent: coins,
    answer: {
      ...coinAnswer,
      transactions: [
        {
          ...coinAnswer.transactions[0]!,
          data: encodeFunctionData({
            abi,
            functionName: 'exactOutputSingle',
            args: [
              {
                tokenIn: toWeth,
                tokenOut: fromUsdc,
                fee: 3000,
                recipient: me,
                deadline: chainTime + 60n,
                amountOut: outcomeOf(coins),
                amountInMaximum: coins.sell.units,
                sqrtPriceLimitX96: 0n,
              },
            ],
          }),
        },
      ],
    },
  }),
  bad('V-019', 'a sweep with a fee for a thief', {
    answer: {
      ...good,
      transactions: [
        approve,
        {
          ...swap,
          data: multicallData(
            swapData({ recipient: nobody, minimum: minimum * 2n }),
            encodeFunctionData({
              abi: routerAbi,
              functionName: 'sweepTokenWithFee',
              args: [toWeth, minimum * 2n, me, 4_000n, thief],
            }),
          ),
        },
      ],
    },
  }),
  bad('V-019', 'coins unwrapped with a fee for a thief', {
    intent: unwrapping,
    answer: {
      ...honest(unwrapping),
      transactions: [
        approve,
        {
          ...swap,
          data: multicallData(
            swapData({ recipient: nobody }),
            encodeFunctionData({
              abi: routerAbi,
              functionName: 'unwrapWETH9WithFee',
              args: [minimum, me, 100n + 1n, thief],
            }),
          ),
        },
      ],
    },
  }),
  bad('V-019', 'a fee of five percent', swapped(feeRoute(thief, 500n))),
  bad('V-019', 'a fee for a stranger', swapped(feeRoute(thief, 50n)), 'tried'),
  bad(
    'V-038',
    'an approval with dirty bits',
    inserted({ to: wbtc.address, data: dirty(approveData(thief, unlimited)) }),
  ),
  bad('V-038', 'a swap with dirty bits', swapped(dirty(swapData({})))),
  bad('V-038', 'a swap cut short', swapped(String(swap.data).slice(0, -64) as Hex)),
  bad(
    'V-037',
    'a swap that may fail',
    swapped(execute([swapCommand({ path, amountIn: amount, minimum, mayFail: true })])),
  ),
  bad(
    'V-037',
    'an aggregate that may fail',
    inserted({
      to: addressOf('multicall'),
      data: encodeFunctionData({
        abi: routerAbi,
        functionName: 'aggregate3',
        args: [[{ target: router, allowFailure: true, callData: swapData({}) }]],
      }),
    }),
  ),

  bad('A-31', 'M-088 half of the outcome may be lost', loosened(5_000n)),
  bad('A-31', 'a tolerance counted in another unit', loosened(2_000n)),
  bad('A-31', 'three percent instead of a half', loosened(300n), 'tried'),
  bad('A-31', 'nine tenths of a percent instead of a half', loosened(90n), 'tried'),
  bad(
    'A-32',
    'a fifth more than the price gives',
    {
      answer: {
        ...good,
        ...figures(12_000n),
        transactions: [approve, { ...swap, data: swapData({ minimum: (expected * 11_940n) / 10_000n }) }],
      },
    },
    'tried',
  ),
  bad('A-32', 'two fifths of the value are lost', {
    answer: {
      ...good,
      ...figures(6_000n),
      transactions: [approve, { ...swap, data: swapData({ minimum: (expected * 5_970n) / 10_000n }) }],
    },
  }),
  bad(
    'A-32',
    'seven percent of the value are lost',
    {
      answer: {
        ...good,
        ...figures(9_300n),
        transactions: [approve, { ...swap, data: swapData({ minimum: (expected * 9_253n) / 10_000n }) }],
      },
    },
    'tried',
  ),

  bad('V-036', 'delivered on another chain', {
    intent: intentOf(usdc, '1000', farUsdc),
    answer: bridge(intentOf(usdc, '1000', farUsdc), { chain: 56n }),
  }),
  bad('V-036', 'delivered to a thief', {
    intent: intentOf(usdc, '1000', farUsdc),
    answer: bridge(intentOf(usdc, '1000', farUsdc), { recipient: thief }),
  }),
  bad('V-036', 'another token delivered', {
    intent: intentOf(usdc, '1000', farUsdc),
    answer: bridge(intentOf(usdc, '1000', farUsdc), { token: getAddress(pup.address) }),
  }),
  bad('V-036', 'delivered to a thief on Solana', {
    intent: {
      ...intentOf(usdc, '1000', { ...farUsdc, chain: localSolana }),
      recipient: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
    },
    answer: bridge(intentOf(usdc, '1000', farUsdc), { chain: BigInt(localSolana.chainId), recipient: someWord }),
  }),
  bad(
    'V-039',
    'a deposit taken back beside the swap',
    listed(approve, swap, { ...swap, data: `0x278ecde1${'7'.padStart(64, '0')}` }),
  ),
  bad('V-036', 'Across to a thief', across({ recipient: thief })),
  bad('V-036', 'Across to a third chain', across({ chain: 10n })),
  bad(
    'V-036',
    'Across into the wrapped coin, where a token is bought',
    across({ tokenOut: deltaSettings.wrappedNative }),
  ),
  bad('V-011', 'Across with the refund for a thief', across({ depositor: thief })),
  bad('V-016', 'Across without a minimum', across({ minimum: 0n })),
  bad('A-32', 'Across for next to nothing', across({ minimum: 1n })),
  bad('V-051', 'Across with half of what is sold', across({ amount: 500_000_000n })),
  bad('V-015', 'Across with twice of what is sold', across({ amount: 2_000_000_000n })),
  bad('V-051', 'Across with a refund in two days', across({ lasts: 2 * 86_400 })),
  bad('V-017', 'Across after the time it is filled in', across({ lasts: -1 })),
  bad('V-016', 'a bridge without a minimum', {
    intent: intentOf(usdc, '1000', farUsdc),
    answer: bridge(intentOf(usdc, '1000', farUsdc), { minOut: 0n }),
  }),
]

const opaque = swapped('0x12345678')
const throughUnknown = listed(approval(usdc, amount, addressOf('elsewhere')), { ...swap, to: addressOf('elsewhere') })
const opaqueUnknown = listed(approval(usdc, amount, addressOf('elsewhere')), {
  ...swap,
  to: addressOf('elsewhere'),
  data: '0x12345678',
})
const rich = intentOf(usdc, '5000', weth)

const world: readonly TamperedCase[] = [
  bad('V-020', 'M-087 a node of another chain', {
    facts: (facts) => ({
      ...facts,
      evidence: facts.evidence.map((found) => (found.is === 'read' ? { ...found, rpcChainId: 1 } : found)),
    }),
  }),
  bad(
    'V-020',
    'no node answers',
    {
      facts: (facts) => ({
        ...unsimulated(facts),
        evidence: facts.evidence.map(({ chainId }) => ({
          is: 'unavailable',
          chainId,
          why: { code: 'node.said', facts: { text: 'the node did not answer.' } },
        })),
      }),
    },
    'unchecked',
  ),
  bad('V-021', 'M-078 an account instead of a router', withoutCode(router)),
  bad('V-021', 'M-091 an account instead of a spender', {
    ...listed(approval(usdc, amount, addressOf('other')), record({ to: addressOf('other'), data: swapData({}) })),
    ...withoutCode(addressOf('other')),
  }),
  bad('V-061', 'a trusted router that runs other code than the deployment knows', {
    facts: (facts) => ({
      ...facts,
      chains: facts.chains.map((chain) => ({
        ...chain,
        codeHashes: [{ address: router, codeHash: codeHash(addressOf('before')), hash: '0x1' }],
      })),
    }),
  }),
  bad(
    'V-061',
    'a trusted router that passes calls on to code nobody pinned',
    behind({ is: 'proxy', to: addressOf('elsewhere'), codeHash: '0x1', isRecent: false }),
    'tried',
  ),
  bad(
    'V-061',
    'a trusted router whose own code is pinned, and that runs other code from where nobody knows',
    behind({ is: 'not placed' }, [{ address: router, codeHash: codeHash(router) }]),
    'tried',
  ),
  bad('V-061', 'a trusted router whose code could not be read', behind({ is: 'unread' }), 'tried'),
  bad(
    'V-061',
    'a router at an address that a venue publishes, with code that nobody compared',
    throughUnpinned('1inch-v6'),
    'tried',
  ),
  bad(
    'V-061',
    'a router at the address of one venue with the code of another',
    { ...throughUnpinned('uniswap-v2'), facts: runsCodeOf('uniswap-v3') },
    'tried',
  ),
  bad(
    'V-063',
    'an account that delegates to code nobody knows',
    {
      facts: (facts) => ({
        ...facts,
        evidence: facts.evidence.map((found) =>
          found.is === 'read' ? { ...found, delegate: addressOf('stranger') } : found,
        ),
      }),
    },
    'tried',
  ),
  bad('V-022', 'M-046 other decimals', {
    facts: (facts) => ({
      ...facts,
      evidence: facts.evidence.map((found) =>
        found.is === 'read' ? { ...found, decimals: [{ token: weth.address, decimals: 8 }] } : found,
      ),
    }),
  }),
  bad('V-022', 'no decimals', {
    facts: (facts) => ({
      ...facts,
      evidence: facts.evidence.map((found) =>
        found.is === 'read' ? { ...found, decimals: [{ token: usdc.address, decimals: undefined }] } : found,
      ),
    }),
  }),
  bad('V-023', 'too little of the sold token', holding([usdc.address, amount - 1n])),
  bad('V-023', 'too few coins for the fees', holding(['native', 1_000n])),
  bad('V-023', 'perhaps too few coins for the fees', unsure(holding(['native', 1_000n])), 'unchecked'),
  bad('V-030', 'M-071 the swap fails', reverting(1, 'Too little received')),
  bad('V-030', 'the approval fails', reverting(0, '')),
  bad('V-031', 'another token leaves', alsoMoves(wbtc.address, -1n)),
  bad('V-031', 'more of the sold token leaves than rounding takes', alsoMoves(usdc.address, -3n)),
  bad('V-031', 'coins leave', alsoMoves('native', -1n)),
  bad('V-032', 'nothing arrives', alsoMoves(weth.address, -expected)),
  bad('V-032', 'less than the minimum arrives', alsoMoves(weth.address, -(expected / 50n))),
  bad('V-033', 'a surprise allowance', leaving({ token: wbtc.address, spender: thief, before: 0n, after: unlimited })),
  bad(
    'V-033',
    'an allowance that grows',
    leaving({ token: usdc.address, spender: router, before: 0n, after: unlimited }),
  ),
  bad(
    'V-033',
    'an allowance for an unseen spender',
    leaving({ token: usdc.address, spender: thief, before: 0n, after: 1n }),
  ),
  bad('V-032', 'the rest of a plan brings too little, even with what came already', {
    facts: (facts) => underWay(facts, 48n, (expected * 50n) / 100n),
  }),
  bad('V-033', 'an operator over a collection', {
    facts: (facts) =>
      withRuns(facts, (run) => ({ ...run, operators: [{ token: addressOf('collection'), operator: thief }] })),
  }),
  bad('V-034', 'a contract that behaves when watched', {
    facts: (facts) =>
      withRuns(facts, (run, index) =>
        index === 0
          ? run
          : {
              ...run,
              changes: run.changes.map((change) =>
                change.delta > 0n ? { ...change, delta: (change.delta * 97n) / 100n } : change,
              ),
            },
      ),
    ...loosened(400n),
  }),
  bad(
    'V-034',
    'a contract that wants more gas than can be guessed, where one kind of simulation of one block ran',
    {
      facts: (facts) =>
        withRuns(facts, (run, index) =>
          index === 0
            ? { ...run, by: 'prober' }
            : {
                is: 'not run',
                chainId: run.chainId,
                why: { code: 'node.gas-unknown', facts: {} },
              },
        ),
    },
    'tried',
  ),
  bad('V-035', 'an unknown router', throughUnknown, 'tried'),
  bad('V-035', 'an unknown router that was not tried out', { ...throughUnknown, facts: unsimulated }, 'unchecked'),
  bad('V-035', 'an unknown router that cannot be read', opaqueUnknown, 'tried'),
  bad('V-035', 'an unknown router, neither read nor tried out', { ...opaqueUnknown, facts: unsimulated }),
  bad('V-035', 'a trusted router, neither read nor tried out, with too much money', {
    ...opaque,
    intent: rich,
    answer: { ...honest(rich), transactions: [approval(usdc, rich.sell.units), { ...swap, data: '0x12345678' }] },
    facts: unsimulated,
  }),
  bad(
    'V-035',
    'a router whose code changed since',
    {
      ...throughUnknown,
      facts: (facts) => ({
        ...facts,
        history: {
          ...facts.history,
          contracts: [
            { chainId: 741001, address: addressOf('elsewhere'), codeHash: codeHash(addressOf('before')), hash: '0x1' },
          ],
        },
      }),
    },
    'tried',
  ),
  bad(
    'V-035',
    'a router seen before that was not tried out',
    { ...throughUnknown, facts: (facts) => unsimulated(pinned(facts)) },
    'unchecked',
  ),
  bad('V-035', 'a router seen before, neither read nor tried out', {
    ...opaqueUnknown,
    facts: (facts) => unsimulated(pinned(facts)),
  }),
]

/** A v3 swap that pays a pair, then a swap of the pair's surplus. */
function throughPair({
  middle = dai,
  sold = getAddress(middle.address),
  least = minimum,
  recipient = me,
  amountIn = 0n,
  byUser = false,
}: Partial<{ middle: Token; sold: Hex; least: bigint; recipient: Hex; amountIn: bigint; byUser: boolean }> = {}) {
  const through = packPath([fromUsdc, getAddress(middle.address)], 500)
  return [
    swapCommand({ path: through, amountIn: amount, minimum: 0n, recipient: thief }),
    pairCommand([sold, toWeth], { minimum: least, amountIn, recipient, byUser }),
  ]
}

export const tamperedCases: readonly TamperedCase[] = [
  ...structure,
  ...person,
  ...approvals,
  ...calls,
  ...world,
  ...hostileCases,
  ...crossingCases,
  ...tamperedBridges,
  ...purposeCases,
]

/** The same call with something in the unused upper bytes of its first address. */
function dirty(data: Hex): Hex {
  return `0x${data.slice(2, 10)}01${data.slice(12)}`
}

function recipient(to: Hex): { intent: SwapIntent; answer: SwapAnswer } {
  const intent = { ...base, recipient: to }
  return { intent, answer: honest(intent) }
}

/** An honest swap whose minimum lies so many basis points below what is expected. */
function loosened(bps: bigint): { answer: SwapAnswer } {
  const loose = (expected * (10_000n - bps)) / 10_000n
  return {
    answer: {
      ...good,
      transactions: [approve, { ...swap, data: swapData({ minimum: loose }) }],
      minAmountOut: String(loose),
    },
  }
}

/** Figures of an outcome at this many basis points of the honest one. */
function figures(bps: bigint): Pick<SwapAnswer, 'minAmountOut' | 'expectedAmountOut'> {
  return {
    minAmountOut: String((expected * bps * 9_950n) / 100_000_000n),
    expectedAmountOut: String((expected * bps) / 10_000n),
  }
}

function feeRoute(to: Hex, bps: bigint): Hex {
  return execute([
    swapCommand({ path, amountIn: amount, minimum: (minimum * 1_006n) / 1_000n, recipient: routerItself }),
    moveCommand(0x06, toWeth, to, bps),
    moveCommand(0x04, toWeth, me, minimum),
  ])
}

function permitData(owner: Hex, spender: Hex, value: bigint): Hex {
  return encodeFunctionData({
    abi: routerAbi,
    functionName: 'permit',
    args: [owner, spender, value, chainTime + 60n, 27, someWord, someWord],
  })
}

function selfPermit(token: string, value: bigint): Hex {
  return encodeFunctionData({
    abi: routerAbi,
    functionName: 'selfPermit',
    args: [getAddress(token), value, chainTime + 60n, 27, someWord, someWord],
  })
}

/** A Permit2 allowance that was cut down while it was read, and is as it was after all. */
function putBack(data: Hex): Partial<TamperedCase> {
  return {
    ...inserted({ to: permit2Address, data: permit2Data(router, amount) }),
    tamper: (plan) => ({
      ...plan,
      steps: plan.steps.map((step) => (step.kind === 'evm' && step.to === permit2Address ? { ...step, data } : step)),
    }),
  }
}

function permit2Data(spender: Hex, value: bigint, until = Number(chainTime) + 600): Hex {
  return encodeFunctionData({ abi: permit2, functionName: 'approve', args: [fromUsdc, spender, value, until] })
}

function across(change: Parameters<typeof acrossDeposit>[1]): More {
  const intent = intentOf(usdc, '1000', farUsdc)
  return { intent, answer: acrossDeposit(intent, change) }
}

/** A venue's first honest list, at a deployment that names the venue and pins no code. */
function throughUnpinned(venue: string): More & Pick<Case, 'intent' | 'answer'> {
  const found = venueCases.find(({ name }) => name.startsWith(`${venue}: `))
  if (!found) throw new Error(`The corpus has no list of ${venue}.`)
  const { intent, answer } = found
  return { intent, answer, known: { ...knownThere, chains: [{ ...settings, codeHashes: [] }] } }
}

function behind(found: CodeBehind, codeHashes: readonly PinnedCode[] = []): Pick<Case, 'facts'> {
  return {
    facts: (facts) => ({
      ...facts,
      chains: facts.chains.map((chain) => ({ ...chain, codeHashes })),
      evidence: facts.evidence.map((read) =>
        read.is === 'read'
          ? {
              ...read,
              contracts: read.contracts.map((contract) =>
                contract.address === router ? { ...contract, behind: found } : contract,
              ),
            }
          : read,
      ),
    }),
  }
}

function withoutCode(address: string): Pick<Case, 'facts'> {
  return {
    facts: (facts) => ({
      ...facts,
      evidence: facts.evidence.map((found) =>
        found.is === 'read'
          ? {
              ...found,
              contracts: found.contracts.map((contract) =>
                contract.address === address ? { address, codeHash: undefined } : contract,
              ),
            }
          : found,
      ),
    }),
  }
}

function holding([token, held]: readonly [string, bigint]): Pick<Case, 'facts'> {
  return {
    facts: (facts) => ({
      ...facts,
      evidence: facts.evidence.map((found) =>
        found.is === 'read'
          ? {
              ...found,
              balances: [...found.balances.filter((balance) => balance.token !== token), { token, amount: held }],
            }
          : found,
      ),
    }),
  }
}

function opaqueAnswer(): SwapAnswer {
  return { ...good, transactions: [approve, { ...swap, data: '0x12345678' }] }
}

/** The same world, not simulated. */
function unsure({ facts }: Pick<Case, 'facts'>): Pick<Case, 'facts'> {
  return { facts: (honestWorld, plan) => unsimulated(facts?.(honestWorld, plan) ?? honestWorld) }
}

function reverting(index: number, reason: string): Pick<Case, 'facts'> {
  return {
    facts: (facts) =>
      withRuns(facts, (run) => ({
        ...run,
        outcomes: run.outcomes.map((outcome, place) =>
          place === index ? { is: 'reverted', reason, gasUsed: 1n } : outcome,
        ),
      })),
  }
}

function alsoMoves(token: string, delta: bigint): Pick<Case, 'facts'> {
  return { facts: (facts) => withRuns(facts, (run) => ({ ...run, changes: added(run, token, delta) })) }
}

function added(run: Run, token: string, delta: bigint): Run['changes'] {
  const isKnown = run.changes.some((change) => change.token === token)
  if (!isKnown) return [...run.changes, { account: me, chainId: run.chainId, token, delta }]
  return run.changes.map((change) => (change.token === token ? { ...change, delta: change.delta + delta } : change))
}

function leaving(grant: Run['grants'][number]): Pick<Case, 'facts'> {
  return { facts: (facts) => withRuns(facts, (run) => ({ ...run, grants: [grant] })) }
}

function pinned(facts: Parameters<NonNullable<Case['facts']>>[0]) {
  const address = addressOf('elsewhere')
  return {
    ...facts,
    history: { ...facts.history, contracts: [{ chainId: 741001, address, codeHash: codeHash(address), hash: '0x1' }] },
  }
}
