import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalExchange, startLocalExchange, swapOf } from './localExchange'

/* The guard's time between the service's answer and the review: decoding, simulating twice, judging. */

const runs = Number(process.env.GUARD_MEASURE ?? 12)
/** On a machine that does something else as well; `npm run guard -- measure` prints the figure itself. */
const most = 500

let local: LocalExchange
beforeAll(async () => {
  local = await startLocalExchange()
})
afterAll(() => local.exchange.stop())

test.each([
  ['USDC', '500', 'WETH', 'Harbor'],
  ['ETH', '0.1', 'USDC', 'Harbor'],
  ['WETH', '0.1', 'USDC', 'Delta'],
])('the guard and its simulations do not keep anyone waiting: %s %s to %s on %s', async (sell, amount, buy, chain) => {
  const account = privateKeyToAddress(generatePrivateKey())
  await local.exchange.fund('evm', account)
  const intent = swapOf(local.token(sell), amount, local.token(buy, chain), account)
  const answer = await local.ask(intent)
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const started = performance.now()
    const planned = await local.plan(intent, answer)
    if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
    await local.check(planned.plan)
    times.push(performance.now() - started)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]!
  console.log(
    `Guard and simulation, ${sell} to ${buy} on ${chain}: median ${median.toFixed(0)} ms, fastest ${sorted[0]!.toFixed(0)}, slowest ${sorted.at(-1)!.toFixed(0)} of ${runs}.`,
  )
  expect(median).toBeLessThan(most)
})
