import { encodeFunctionData, getAddress, type Hex } from 'viem'
import type { SwapAnswer } from '../../../src/protocol/serviceMessages'
import {
  abi,
  addressOf,
  answerOf,
  approval,
  dai,
  exactInputData,
  honest,
  intentOf,
  me,
  outcomeOf,
  packPath,
  positionManager,
  record,
  usdc,
  weth,
} from '../fixtures'
import { execute, moveCommand, routerItself, someWord, swapCommand } from './routerAbi'
import type { TamperedCase } from './tampered'
import { withRuns } from './world'

/* A perfect swap with an unnecessary addition; and sums that are large though no part of them is. */

const intent = intentOf(usdc, '1000', weth)
const good = honest(intent)
const amount = intent.sell.units
const minimum = (outcomeOf(intent) * 9_950n) / 10_000n
const [approve, swap] = [good.transactions[0]!, good.transactions[1]!]
const stranger = addressOf('stranger')

function listed(...transactions: SwapAnswer['transactions']): SwapAnswer {
  return { ...good, transactions: transactions.map((each, order) => ({ ...each, order })) }
}

function bad(code: string, name: string, answer: SwapAnswer): TamperedCase {
  return { code, name, level: 'blocked', intent, answer }
}

const unread = record({ to: stranger, data: '0xdeadbeef' })

function part(share: bigint, least: bigint, to?: Hex) {
  const data = exactInputData({ path: [usdc, weth], amountIn: share, minimum: least })
  return record(to ? { data, to } : { data })
}

/** Fees of the universal router, each of them customary. */
function portions(...bps: readonly bigint[]): SwapAnswer {
  const path = packPath([getAddress(usdc.address), getAddress(weth.address)])
  const data = execute([
    swapCommand({ path, amountIn: amount, minimum: (minimum * 12n) / 10n, recipient: routerItself }),
    ...bps.map((each) => moveCommand(0x06, getAddress(weth.address), positionManager, each)),
    moveCommand(0x04, getAddress(weth.address), me, minimum),
  ])
  return listed(approve, { ...swap, data })
}

export const purposeCases: readonly TamperedCase[] = [
  bad('V-054', 'a call that nobody can read beside a perfect swap', listed(approve, unread, swap)),
  bad('V-054', 'the same after the swap', listed(approve, swap, unread)),
  bad(
    'V-054',
    'a call that nobody can read of a contract of the deployment',
    listed(approve, { ...unread, to: positionManager }, swap),
  ),
  bad(
    'V-054',
    'two strangers whom nobody can read',
    answerOf([approval(usdc, amount, stranger), unread, record({ to: addressOf('other'), data: someWord })], {
      minAmountOut: good.minAmountOut,
      expectedAmountOut: good.expectedAmountOut,
    }),
  ),
  bad(
    'V-054',
    'a call that does nothing',
    listed(approve, record({ data: encodeFunctionData({ abi, functionName: 'refundETH' }) }), swap),
  ),
  bad(
    'V-054',
    'the allowance of somebody else is set to nothing on the way',
    listed(approval(usdc, 0n, stranger), approve, swap),
  ),
  bad(
    'V-054',
    'no coins are wrapped on the way',
    listed(approve, record({ to: weth.address, data: encodeFunctionData({ abi, functionName: 'deposit' }) }), swap),
  ),
  bad(
    'V-016',
    'nearly all is sold in words that can be read, for one unit, and a little in words that cannot',
    listed(approve, part((amount * 998n) / 1_000n, 1n), record({ data: '0xdeadbeef' })),
  ),
  bad(
    'V-054',
    'a call that nobody can read beside a swap of nearly everything',
    listed(approve, part((amount * 995n) / 1_000n, (minimum * 995n) / 1_000n), record({ data: someWord })),
  ),
  {
    ...bad(
      'V-054',
      'a call that nobody can read, and that sells nothing, beside a swap of half',
      listed(approve, part(amount / 2n, minimum), record({ data: someWord })),
    ),
    facts: (facts) =>
      withRuns(facts, (run) => ({
        ...run,
        changes: run.changes.map((change) => (change.delta < 0n ? { ...change, delta: change.delta / 2n } : change)),
      })),
  },
  bad('V-055', 'fifteen fees of one percent', portions(...Array.from({ length: 15 }, () => 100n))),
  bad('V-055', 'two fees of six tenths of a percent', portions(60n, 60n)),
  bad(
    'V-056',
    'the minimum is promised by a stranger who sells one unit',
    answerOf(
      [approval(usdc, amount - 1n), part(amount - 1n, 1n), approval(usdc, 1n, stranger), part(1n, minimum, stranger)],
      {
        minAmountOut: good.minAmountOut,
        expectedAmountOut: good.expectedAmountOut,
      },
    ),
  ),
  {
    ...bad(
      'V-056',
      'everything is sold for a unit of a third token, and that unit for the whole minimum',
      listed(
        approve,
        record({ data: exactInputData({ path: [usdc, dai], amountIn: amount, minimum: 1n }) }),
        record({ data: exactInputData({ path: [dai, weth], amountIn: 1n, minimum }) }),
      ),
    ),
    facts: (facts) =>
      withRuns(facts, (run) => ({
        ...run,
        changes: [...run.changes, { account: me, chainId: run.chainId, token: dai.address, delta: 999n * 10n ** 18n }],
      })),
  },
  bad(
    'V-056',
    'most is sold for next to nothing, the rest for the whole minimum',
    listed(approve, part((amount * 9n) / 10n, 1n), part(amount / 10n, minimum)),
  ),
]
