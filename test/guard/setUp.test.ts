import { ASSOCIATED_TOKEN_PROGRAM_ID, createAssociatedTokenAccountInstruction } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromUnits } from '../../src/domain/amount'
import { checkPlan } from '../../src/guard/check/checkPlan'
import { planSwap } from '../../src/guard/plan/planSwap'
import { consentsTo } from '../../src/signing/review/consent'
import { answerOf, record } from './fixtures'
import {
  bonqOf,
  friend,
  ledger,
  marketMaker,
  memo,
  offered,
  pay,
  remade,
  rpc,
  startLocalExchange,
  thief,
  trader,
} from './localSolana'

/* Additions of honest Solana services to the swap: a separate set-up transaction, and tips in busy hours. */

beforeAll(startLocalExchange)
afterAll(() => ledger.stop())

async function verdictOn(transactions: readonly string[], { intent, amountOut }: ReturnType<typeof offered>) {
  const records = transactions.map((data) => record({ data, to: marketMaker.address, chainType: 'SOLANA', value: '0' }))
  const answer = answerOf(records, { minAmountOut: fromUnits(amountOut, intent.buy.decimals) })
  const planned = planSwap(intent, answer, { receivedAt: 1_000, chains: [] })
  if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
  const nodes = () => [{ ask: rpc }]
  const { verdict } = await checkPlan(planned.plan, { nodes }, { now: 2_000, account: intent.sender, chains: [] })
  return verdict
}

async function judged(transactions: readonly string[], offer: ReturnType<typeof offered>) {
  const { findings } = await verdictOn(transactions, offer)
  return findings
    .filter(({ severity }) => severity === 'block' || severity === 'warn')
    .map(({ code, kind, severity }) => `${severity} ${code} ${kind}`)
}

const opens = (owner: PublicKey) =>
  createAssociatedTokenAccountInstruction(
    trader.publicKey,
    bonqOf(owner),
    owner,
    marketMaker.tokens.find(({ symbol }) => symbol === 'BONQ')!.mint!,
  )

const isOpening = (program: PublicKey) => program.equals(ASSOCIATED_TOKEN_PROGRAM_ID)

describe('a set-up transaction', () => {
  test('S-7a S-7b that opens the account for a friend passes before the swap', async () => {
    const offer = offered('USDC', 'BONQ', 25_000_000n, friend)
    const setUp = remade(offer.data, (list) => [...list.slice(0, 1), opens(friend.publicKey)])
    const found = await judged([setUp, offer.data], offer)
    expect(found.filter((each) => each.startsWith('block'))).toEqual([])
  })

  test('S-10 leaves the swap untried until it is sent: the person types the amount that may be lost', async () => {
    const offer = offered('USDC', 'BONQ', 25_000_000n, friend)
    const setUp = remade(offer.data, (list) => [...list.slice(0, 1), opens(friend.publicKey)])
    const waiting = remade(offer.data, (list) => list.filter(({ programId }) => !isOpening(programId)))
    const verdict = await verdictOn([setUp, waiting], offer)
    expect(verdict.findings.map(({ kind }) => kind)).toContain('after-set-up')
    const consents = consentsTo(verdict, { is: 'known', level: 'none', bps: 0 }, offer.intent.sell)
    expect(consents.find(({ is }) => is === 'amount')).toMatchObject({ findings: [{ code: 'V-030' }] })
  })

  test('S-7a a set-up without a swap sells nothing, and is blocked', async () => {
    const offer = offered('USDC', 'BONQ', 25_000_000n)
    const setUps = ['one', 'two'].map((name) =>
      remade(offer.data, (list) => [...list.slice(0, 1), opens(trader.publicKey), memo(name)]),
    )
    expect(await judged(setUps, offer)).toContain('block V-015 nothing')
  })

  test('S-7a a transaction that pays someone is not a set-up', async () => {
    const offer = offered('USDC', 'BONQ', 25_000_000n)
    const setUp = remade(offer.data, (list) => [
      ...list.slice(0, 1),
      opens(trader.publicKey),
      pay(thief.publicKey, 1_000_000n),
    ])
    expect(await judged([setUp, offer.data], offer)).toContain('block V-015 nothing')
  })
})

describe('a tip for the block builder', () => {
  const builder = new PublicKey('96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5')

  test('S-6 needs no tick at an address that takes tips', async () => {
    const offer = offered('USDC', 'BONQ', 25_000_000n)
    const tipped = remade(offer.data, (list) => [...list, pay(builder, 4_000_000n)])
    expect(await judged([tipped], offer)).toEqual([])
  })

  test('S-6 needs one at any other', async () => {
    const offer = offered('USDC', 'BONQ', 25_000_000n)
    const tipped = remade(offer.data, (list) => [...list, pay(thief.publicKey, 4_000_000n)])
    expect(await judged([tipped], offer)).toEqual(['warn V-055 coins-on-top'])
  })

  test('S-6 a tip is blocked above the cap', async () => {
    const offer = offered('USDC', 'BONQ', 25_000_000n)
    const tipped = remade(offer.data, (list) => [...list, pay(builder, 40_000_000n)])
    expect(await judged([tipped], offer)).toContain('block V-015 too-much')
  })
})
