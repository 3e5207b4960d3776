import { ComputeBudgetProgram, type VersionedTransaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromUnits } from '../../../src/domain/amount'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import { planSwap } from '../../../src/guard/plan/planSwap'
import { answerOf, record } from '../fixtures'
import {
  decode,
  ledger,
  marketMaker,
  memo,
  methods,
  offered,
  pay,
  remade,
  rpc,
  startLocalExchange,
  thief,
  trader,
} from '../localSolana'
import { ratingOf } from './adversary'

/*
 * C4: each transaction of the list is a fine swap by itself; all of them together sell the typed amount many times over,
 * or pay a little to someone each time.
 */

beforeAll(startLocalExchange)
afterAll(() => ledger.stop())

const typed = 25_000_000n

/** A list of transactions, and the stated output of one of them. */
async function judged(transactions: readonly string[], { intent, amountOut }: ReturnType<typeof offered>) {
  const records = transactions.map((data) => record({ data, to: marketMaker.address, chainType: 'SOLANA', value: '0' }))
  const answer = answerOf(records, { minAmountOut: fromUnits(amountOut, intent.buy.decimals) })
  const settings = { receivedAt: 1_000, chains: [] }
  const planned = planSwap(intent, answer, settings)
  if (planned.is === 'refused') return { rating: 'blocked', codes: planned.findings.map(({ code }) => code) }
  const nodes = () => [{ ask: rpc }]
  const checked = await checkPlan(planned.plan, { nodes }, { now: 2_000, account: intent.sender, chains: [] })
  const blocks = checked.verdict.findings.filter(({ severity }) => severity === 'block')
  return { rating: ratingOf(checked), codes: blocks.map(({ code }) => code) }
}

/** The same sale again and again, each with a memo of its own so that none repeats another. */
function sales(count: number) {
  const offer = offered('USDC', 'BONQ', typed)
  const again = Array.from({ length: count - 1 }, (_, index) =>
    remade(offer.data, (list) => [...list, memo(`${index + 2}`)]),
  )
  return { offer, transactions: [offer.data, ...again] }
}

const usdcHeld = () =>
  marketMaker.balance(trader.publicKey.toBase58(), marketMaker.tokens.find(({ symbol }) => symbol === 'USDC')!)

function carryOut(data: string): void {
  const transaction: VersionedTransaction = decode(data)
  transaction.sign([trader])
  methods.sendTransaction!(Buffer.from(transaction.serialize()).toString('base64'), { encoding: 'base64' })
}

describe('C4 S-7a a Solana list that sells more than once', () => {
  test('one execution matches the request', async () => {
    const { offer, transactions } = sales(1)
    expect(await judged(transactions, offer)).toMatchObject({ rating: 'green' })
  })

  test.each([2, 8])('%d times sells that many times the typed amount when it is carried out', (count) => {
    const before = usdcHeld()
    for (const data of sales(count).transactions) carryOut(data)
    expect(before - usdcHeld()).toBe(typed * BigInt(count))
  })

  test.each([2, 8])('%d times is blocked', async (count) => {
    const { offer, transactions } = sales(count)
    expect(await judged(transactions, offer)).toMatchObject({
      rating: 'blocked',
      codes: expect.arrayContaining(['V-015']),
    })
  })

  test('S-8 fees that are just below the cap in each transaction are blocked when they add up', async () => {
    const offer = offered('USDC', 'BONQ', typed)
    const setup = (index: number) =>
      remade(offer.data, (list) => [
        ...list.slice(0, 1),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 80_000_000n }),
        memo(`set-up ${index}`),
      ])
    const found = await judged([setup(1), setup(2), setup(3), offer.data], offer)
    expect(found).toMatchObject({ rating: 'blocked', codes: expect.arrayContaining(['V-055']) })
  })

  test('S-6 a tip in every transaction is blocked when the tips add up', async () => {
    const offer = offered('USDC', 'BONQ', typed)
    const tipped = (index: number) =>
      remade(offer.data, (list) => [...list.slice(0, 1), pay(thief.publicKey, 9_000_000n), memo(`${index}`)])
    const found = await judged([...[1, 2, 3, 4].map(tipped), offer.data], offer)
    expect(found).toMatchObject({ rating: 'blocked', codes: expect.arrayContaining(['V-015']) })
  })
})
