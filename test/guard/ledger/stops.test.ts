import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { native, sameAddress } from '../../../src/guard/decode/evm/address'
import { everyCall } from '../../../src/guard/decode/evm/call'
import { isPinned } from '../../../src/guard/pinnedTokens'
import { judgedBounds } from '../../../src/preparation/judge/judgement'
import { permit2, spenderFor } from '../../../src/protocol/deployment/venues'
import { draws } from '../../depth'
import { honestCases } from '../corpus/honest'
import { tamperedCases } from '../corpus/tampered'
import { type Case, decodedCase, judgeCase } from '../corpus/world'
import { exactInputData, honest, intentOf, known, outcomeOf, planOf, record, usdc, weth } from '../fixtures'
import { mutatedCase } from '../record'
import { createRandom } from '../soundness/random'

/*
 * A green plan may stop after each of its transactions. By then the person has received an asset of known worth for the
 * outflow, or a bridge owes a refund. No contract keeps a balance, and only named spenders may take the input.
 */

/** The stops at which a green plan breaks that. */
function losses(one: Case, without?: string): readonly string[] {
  const { level, findings } = judgeCase(one, without)
  const isGreen = level === 'proven' && findings.every(({ severity }) => severity !== 'warn')
  const decoded = isGreen ? decodedCase(one) : undefined
  if (!decoded) return []
  const { sell, buy } = one.intent
  const { chainId } = sell.token.chain
  const settings = (one.known?.chains ?? known.chains).find((chain) => chain.chainId === chainId)
  const ofKnownWorth = [native, settings?.wrappedNative, sell.token.address, buy.address]
  const isKnown = (asset: string) =>
    ofKnownWorth.some((token) => sameAddress(token, asset)) || isPinned(asset, chainId, settings)
  return decoded.stops.flatMap(({ index, changes }) => {
    const done = decoded.steps.filter(({ step }) => step.chainId === chainId && step.index <= index)
    const atBridge = done.some(({ call }) => everyCall(call).some(({ effect }) => effect.does === 'bridge'))
    const toOther = done.some(({ flow }) => flow.inflows.some(({ to }) => sameAddress(to, one.intent.recipient)))
    const paid = changes.some((change) => change.paid > 0n)
    const received = changes.filter((change) => change.received > 0n)
    // A double is too short for the last digits of a native amount.
    const kept = done
      .flatMap(({ flow }) => flow.stranded)
      .filter(({ token, amount }) => token !== native || amount > sell.units >> 50n)
    // A spender that no one names, or a right over more than the input, outlasts a plan that stops here.
    const rights = done.flatMap(({ flow }) => flow.rights).filter(({ amount }) => amount > 0n)
    const spenders = [permit2, ...(settings?.trusted ?? []), ...done.map(({ step }) => spenderFor(step.to, chainId))]
    const left = rights.filter(
      ({ spender, amount }) => amount > sell.units || !spenders.some((one) => sameAddress(one, spender)),
    )
    return [
      ...left.map(({ spender, token }) => `${spender} may take ${token} after step ${index + 1}`),
      ...(paid && received.length === 0 && !atBridge && !toOther ? [`nothing received after step ${index + 1}`] : []),
      ...received.filter(({ asset }) => !isKnown(asset)).map(({ asset }) => `${asset} after step ${index + 1}`),
      ...kept.map(({ token }) => `a contract keeps ${token} after step ${index + 1}`),
    ]
  })
}

const named = (cases: readonly Case[], without?: string) =>
  cases.flatMap((one) => losses(one, without).map((loss) => `${one.name}: ${loss}`))

test('a green plan of the corpus leaves assets of known worth at each stop', () => {
  expect(named([...honestCases, ...tamperedCases])).toEqual([])
})

test('a green plan that was mutated leaves assets of known worth at each stop', () => {
  const random = createRandom(7)
  const cases = Array.from({ length: draws(60, 5_000) }, (_, at) =>
    mutatedCase(random.pick(honestCases), random, `mutation ${at + 1}`),
  )
  expect(named(cases)).toEqual([])
})

test('without V-056 a plan of the corpus would be green and leave another asset', () => {
  expect(named(tamperedCases, 'V-056')).not.toEqual([])
})

test('without A-21 a plan of the corpus would be green, and a spender could take more', () => {
  expect(named(tamperedCases, 'A-21').filter((loss) => loss.includes(' may take '))).not.toEqual([])
})

test('without V-018 a plan of the corpus would be green, and a contract would keep its tokens', () => {
  expect(named(tamperedCases, 'V-018').filter((loss) => loss.includes('a contract keeps'))).not.toEqual([])
})

test('the output that a later step takes again does not count towards the minimum', () => {
  const intent = intentOf(usdc, '1000', weth)
  const { transactions, ...answer } = honest(intent)
  const minimum = (outcomeOf(intent) * 9_950n) / 10_000n
  const taken = minimum / 2n
  const sale = { path: [weth, usdc, weth], amountIn: taken, minimum: 1n, recipient: getAddress(intent.recipient) }
  const again = record({ data: exactInputData(sale), order: transactions.length })
  const plan = planOf(intent, { ...answer, transactions: [...transactions, again] })
  expect(judgedBounds(plan, known.chains).promised).toBe(`${minimum - taken + 1n}`)
})

test('the bounds that `npm run judge` prints have the sums after each transaction', () => {
  const intent = intentOf(usdc, '1000', weth)
  const minimum = (outcomeOf(intent) * 9_950n) / 10_000n
  expect(judgedBounds(planOf(intent, honest(intent)), known.chains).after).toEqual([
    { order: 1, paid: [], received: [] },
    {
      order: 2,
      paid: [{ token: usdc.address, units: '1000000000' }],
      received: [{ token: weth.address, units: `${minimum}` }],
    },
  ])
})
