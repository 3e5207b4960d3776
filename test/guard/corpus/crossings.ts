import { encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import type { SwapIntent } from '../../../src/guard/intent'
import type { DeploymentChain } from '../../../src/protocol/deployment/deployment'
import type { SwapAnswer } from '../../../src/protocol/serviceMessages'
import {
  addressOf,
  answerOf,
  approval,
  chainTime,
  delta,
  exactInputData,
  farUsdc,
  honest,
  intentOf,
  me,
  outcomeOf,
  packPath,
  pup,
  record,
  router,
  unlimited,
  usdc,
  weth,
} from '../fixtures'
import type { HonestCase } from './honest'
import { routerAbi } from './routerAbi'
import type { TamperedCase } from './tampered'
import { type Case, withPool, withRuns } from './world'

/* Crossings that do not cross, or keep something worthless in between, and tokens under a name that is not theirs. */

const swapping = parseAbi([
  'function swapAndDeposit(address tokenIn, uint256 amountIn, bytes path, uint256 minMid, address midToken, (uint256 chain, bytes token, bytes recipient, uint256 minOut, uint64 deadline) destination)',
])

const intent = intentOf(usdc, '1000', farUsdc)
const minimum = (outcomeOf(intent) * 9_950n) / 10_000n

type Terms = { readonly amount: bigint; readonly deadline: bigint; readonly to: Hex }

function destination(deadline: bigint, minOut = minimum) {
  const token = getAddress(farUsdc.address)
  return { chain: BigInt(delta.chainId), token, recipient: getAddress(me), minOut, deadline }
}

const usdcOnly = { tokens: [{ symbol: 'USDC', address: usdc.address }] }

function deposit({ amount = intent.sell.units, deadline = chainTime + 900n, to = router }: Partial<Terms> = {}) {
  const args = [getAddress(usdc.address), amount, destination(deadline)] as const
  return record({ to, data: encodeFunctionData({ abi: routerAbi, functionName: 'deposit', args }) })
}

/** The bridge owes so many parts of ten thousand of what the sold amount is worth. */
function owing(share: bigint): SwapAnswer {
  const terms = destination(chainTime + 900n, (outcomeOf(intent) * share) / 10_000n)
  const args = [getAddress(usdc.address), intent.sell.units, terms] as const
  return listed(record({ data: encodeFunctionData({ abi: routerAbi, functionName: 'deposit', args }) }))
}

const unpriced = { ...intent, buy: { ...farUsdc, price: undefined } }

function listed(...transactions: SwapAnswer['transactions']): SwapAnswer {
  return answerOf([approval(usdc, intent.sell.units), ...transactions], { minAmountOut: undefined })
}

/** WETH goes into the bridge as another token, of which the trial brings ten whole ones. */
export function onTheWay(
  mid: { readonly address: string },
  minMid: bigint,
  named: Pick<DeploymentChain, 'tokens'> = usdcOnly,
): Pick<Case, 'intent' | 'answer' | 'facts'> {
  const selling: SwapIntent = intentOf(weth, '1', farUsdc)
  const least = (outcomeOf(selling) * 9_950n) / 10_000n
  const [from, to] = [getAddress(weth.address), getAddress(mid.address)]
  const args = [
    from,
    selling.sell.units,
    packPath([from, to]),
    minMid,
    to,
    destination(chainTime + 900n, least),
  ] as const
  const data = encodeFunctionData({ abi: swapping, functionName: 'swapAndDeposit', args })
  return {
    intent: selling,
    answer: answerOf([approval(weth, selling.sell.units), record({ data })], { minAmountOut: undefined }),
    facts: (facts) =>
      withRuns({ ...facts, chains: facts.chains.map((chain) => ({ ...chain, ...named })) }, (run) => ({
        ...run,
        changes: [...run.changes, { account: router, chainId: run.chainId, token: mid.address, delta: 3_200_000_000n }],
      })),
  }
}

const brought = (intent.sell.units * 10n ** 12n) / 3_200n

/** A step buys at least so much WETH for the person, and the bridge takes just that, by an allowance of old. */
function boughtBefore(deposited: bigint): Pick<Case, 'intent' | 'answer' | 'facts'> {
  const bought = exactInputData({ path: [usdc, weth], amountIn: intent.sell.units, minimum: deposited })
  const args = [getAddress(weth.address), deposited, destination(chainTime + 900n)] as const
  const given = record({ data: encodeFunctionData({ abi: routerAbi, functionName: 'deposit', args }) })
  return {
    intent,
    answer: listed(record({ data: bought }), given),
    facts: (facts) =>
      withRuns(withPool(facts, [usdc.address, intent.sell.units], [weth.address, brought]), (run) => ({
        ...run,
        changes: [
          ...run.changes,
          { account: me, chainId: run.chainId, token: weth.address, delta: brought - deposited },
        ].filter(({ delta }) => delta !== 0n),
      })),
  }
}

export const honestCrossings: readonly HonestCase[] = [
  { name: 'a crossing of what a step before buys at least', ...boughtBefore((brought * 9_950n) / 10_000n) },
  { name: 'a crossing that costs four percent', intent, answer: owing(9_600n) },
]

function bad(code: string, name: string, more: Partial<Case>, level: TamperedCase['level'] = 'blocked'): TamperedCase {
  return { code, name, level, intent, answer: listed(deposit()), ...more }
}

const pinned = (symbol: string): Pick<Case, 'facts'> => ({
  facts: (facts) => ({
    ...facts,
    chains: facts.chains.map((chain) => ({ ...chain, tokens: [{ symbol, address: addressOf('the real one') }] })),
  }),
})
const swap = exactInputData({ path: [usdc, weth], amountIn: intent.sell.units, minimum: 1n })
const samePlace = intentOf(usdc, '1000', pup)

function falseCoin(symbol: string): Pick<Case, 'intent' | 'answer'> {
  const named = { ...samePlace, buy: { ...samePlace.buy, symbol } }
  return { intent: named, answer: honest(named) }
}

export const crossingCases: readonly TamperedCase[] = [
  bad('V-051', 'C2 a crossing in which everything is swapped and nothing crosses', {
    answer: { ...listed(record({ data: swap })), minAmountOut: '990' },
  }),
  bad('V-051', 'a crossing that calls nothing that can be read, of a stranger', {
    answer: { ...listed(record({ to: addressOf('bridge'), data: '0xdeadbeef' })), minAmountOut: '990' },
  }),
  bad('V-051', 'a stranger with the words of a bridge', {
    answer: answerOf([approval(usdc, intent.sell.units, addressOf('bridge')), deposit({ to: addressOf('bridge') })]),
  }),
  bad('V-051', 'half of the amount goes into the bridge', {
    answer: listed(deposit({ amount: intent.sell.units / 2n })),
  }),
  bad('V-051', 'two deposits of half the amount each', {
    answer: listed(
      deposit({ amount: intent.sell.units / 2n }),
      deposit({ amount: intent.sell.units / 2n, deadline: chainTime + 901n }),
    ),
  }),
  bad('V-051', 'a refund that has to wait until the end of time', {
    answer: listed(deposit({ deadline: (unlimited >> 200n) - 1n })),
  }),
  bad('A-32', 'a crossing that costs six percent', { answer: owing(9_400n) }, 'tried'),
  bad('A-32', 'a crossing that costs nearly ten percent', { answer: owing(9_001n) }, 'tried'),
  bad('A-32', 'a crossing for one unit of what has no price', { intent: unpriced, answer: owing(1n) }, 'tried'),
  bad('V-052', 'C3 one unit is enough on the way', onTheWay(usdc, 1n)),
  bad('V-052', 'C3 half of what it brings is enough on the way', onTheWay(usdc, 1_600_000_000n)),
  bad('V-052', 'C3 a token nobody knows is kept on the way', onTheWay(pup, 3_199_000_000n, {}), 'tried'),
  bad('V-052', 'C3 a token that the deployment does not name is kept on the way', onTheWay(pup, 3_199_000_000n)),
  bad('V-052', 'a step before the bridge insists on one unit', boughtBefore(1n)),
  bad('V-052', 'a step before the bridge insists on half of what it brings', boughtBefore(brought / 2n)),
  bad(
    'V-052',
    'a step before the bridge insists on a twentieth less than it brings',
    boughtBefore((brought * 19n) / 20n),
  ),
  bad('V-053', 'C9 another contract under the name of a token that the deployment names', {
    intent: samePlace,
    answer: honest(samePlace),
    ...pinned('PUP'),
  }),
  ...(['ETH', 'eth', '\u0395TH'] as const).map((symbol) =>
    bad('V-053', `C9 a contract under the name of the coin, written ${symbol}`, falseCoin(symbol), 'tried'),
  ),
  bad(
    'V-053',
    'C9 a name that looks like one the deployment names',
    { intent: samePlace, answer: honest(samePlace), ...pinned('РUP') },
    'tried',
  ),
]
