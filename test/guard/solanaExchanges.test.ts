import { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RpcPort } from '../../src/chain/rpc'
import { solanaVenues } from '../../src/protocol/deployment/venues'
import {
  bonqOf,
  checkTransaction,
  ledger,
  makerToken,
  marketMaker,
  offered,
  problems,
  remade,
  rpc,
  startLocalExchange,
  thief,
  trader,
  usdcOf,
} from './localSolana'

/*
 * Published instructions of Jupiter, Raydium and Orca. Their owners can upgrade the programs, so such a swap is tried
 * at best; wrong instructions are blocked all the same.
 */

beforeAll(() => {
  startLocalExchange()
  marketMaker.fund(thief.publicKey.toBase58(), makerToken('BONQ'), 1n)
})
afterAll(() => ledger.stop())

const sold = 25_000_000n
const { publicKey: me } = trader

function programOf(name: string): PublicKey {
  return new PublicKey(solanaVenues.find((venue) => venue.name === name)!.address)
}

type Stated = {
  amountIn: bigint
  quoted: bigint
  slippage: number
  fee: number
  to: PublicKey
  from: PublicKey
  /** The account in Jupiter's optional slot. */
  instead: PublicKey
  /** Bytes behind the arguments, which programs ignore. */
  tail: number[]
  steps: number[][]
}

const le = (value: bigint | number, size: number) =>
  Array.from({ length: size }, (_, index) => Number((BigInt(value) >> BigInt(8 * index)) & 255n))
const hex = (text: string) => [...Buffer.from(text, 'hex')]
/** A swap at Raydium's concentrated pools, and one at Orca's, half each. */
const usualSteps = [
  [26, 50, 0, 1],
  [17, 1, 50, 0, 1],
  [47, 0, 1, 1, 0, 0, 0, 3, 2, 100, 0, 1],
]

function call(program: PublicKey, accounts: readonly PublicKey[], data: readonly number[]): TransactionInstruction {
  const keys = accounts.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(me), isWritable: !pubkey.equals(program) }))
  return new TransactionInstruction({ programId: program, keys, data: Buffer.from(data) })
}

const pool = () => new PublicKey(makerToken('USDC').mint!)
const filler = (count: number) => Array.from({ length: count }, pool)
const least = ({ quoted, slippage }: Stated) => (quoted * BigInt(10_000 - slippage)) / 10_000n

/** How each exchange writes a swap of an exact amount. */
const written: Readonly<Record<string, (stated: Stated) => TransactionInstruction>> = {
  'Jupiter, route': (stated) =>
    call(
      programOf('jupiter'),
      [pool(), me, stated.from, stated.to, stated.instead, ...filler(3)],
      [
        ...hex('e517cb977ae3ad2a'),
        ...[...le(stated.steps.length, 4), ...stated.steps.flat()],
        ...[...le(stated.amountIn, 8), ...le(stated.quoted, 8), ...le(stated.slippage, 2), stated.fee, ...stated.tail],
      ],
    ),
  'Jupiter, shared accounts': (stated) =>
    call(
      programOf('jupiter'),
      [pool(), pool(), me, stated.from, ...filler(2), stated.to, ...filler(4)],
      [
        ...[...hex('c1209b3341d69c81'), 3],
        ...[...le(stated.steps.length, 4), ...stated.steps.flat()],
        ...[...le(stated.amountIn, 8), ...le(stated.quoted, 8), ...le(stated.slippage, 2), stated.fee, ...stated.tail],
      ],
    ),
  'Jupiter, second form': (stated) =>
    call(
      programOf('jupiter'),
      [me, stated.from, stated.to, ...filler(4), stated.instead, ...filler(2)],
      [
        ...hex('bb64facc31c4af14'),
        ...[
          ...le(stated.amountIn, 8),
          ...le(stated.quoted, 8),
          ...le(stated.slippage, 2),
          ...le(stated.fee, 2),
          ...le(0, 2),
        ],
        ...[...le(stated.steps.length, 4), ...stated.steps.flat()],
      ],
    ),
  'Raydium, constant product of the first kind': (stated) =>
    call(
      programOf('raydium-amm'),
      [...filler(15), stated.from, stated.to, me],
      [9, ...le(stated.amountIn, 8), ...le(least(stated), 8)],
    ),
  'Raydium, concentrated': (stated) =>
    call(
      programOf('raydium-clmm'),
      [me, ...filler(2), stated.from, stated.to, ...filler(5)],
      [...hex('2b04ed0b1ac91e62'), ...le(stated.amountIn, 8), ...le(least(stated), 8), ...le(0, 16), 1],
    ),
  'Raydium, constant product': (stated) =>
    call(
      programOf('raydium-cpmm'),
      [me, ...filler(3), stated.from, stated.to, ...filler(7)],
      [...hex('8fbe5adac41e33de'), ...le(stated.amountIn, 8), ...le(least(stated), 8)],
    ),
  'Orca, from the first token': (stated) =>
    call(
      programOf('orca'),
      [pool(), me, pool(), stated.from, pool(), stated.to, ...filler(5)],
      [...hex('f8c69e91e17587c8'), ...le(stated.amountIn, 8), ...le(least(stated), 8), ...le(0, 16), 1, 1],
    ),
  'Orca, from the second token': (stated) =>
    call(
      programOf('orca'),
      [...filler(3), me, ...filler(3), stated.to, pool(), stated.from, ...filler(5)],
      [...hex('2b04ed0b1ac91e62'), ...le(stated.amountIn, 8), ...le(least(stated), 8), ...le(0, 16), 1, 0],
    ),
}

/** The level and what speaks against a swap, simulated as if it did what an honest one does. */
async function judged(name: string, change: Partial<Stated> = {}) {
  const { data, intent, amountOut } = offered('USDC', 'BONQ', sold)
  const stated: Stated = {
    ...{ amountIn: sold, quoted: amountOut, slippage: 50, fee: 0, from: usdcOf(me), to: bonqOf(me) },
    ...{ instead: programOf('jupiter'), tail: [], steps: usualSteps },
    ...change,
  }
  const swap = written[name]!(stated)
  const changed = remade(data, () => [swap])
  const trying: RpcPort = (method, params) =>
    rpc(method, method === 'simulateTransaction' ? [data, ...(params as unknown[]).slice(1)] : params)
  const { verdict } = await checkTransaction(changed, intent, (amountOut * 9_950n) / 10_000n, trying)
  return { level: verdict.level, problems: problems(verdict).join('\n') }
}

const names = Object.keys(written)
const jupiters = names.filter((name) => name.startsWith('Jupiter'))

test.each(names)('an honest swap at %s is tried, and nothing blocks it', async (name) => {
  const { level, problems } = await judged(name)
  expect({ level, problems }).toEqual({ level: 'tried', problems: expect.not.stringMatching(/V-015|V-016|V-013/) })
})

const thiefs = () => bonqOf(thief.publicKey)

test.each(
  names.flatMap((name): [string, string, string, () => Partial<Stated>][] => [
    [name, 'pays a thief', 'V-013', () => ({ to: thiefs() })],
    [name, 'has no minimum', 'V-016', () => ({ quoted: 0n })],
    [name, 'insists on a hundredth', 'V-016', () => ({ quoted: 1_000n })],
    [name, 'sells twice as much', 'V-015', () => ({ amountIn: 2n * sold })],
  ]),
)('%s that %s is blocked by %s', async (name, _, code, change) => {
  const found = await judged(name, change())
  expect(found).toEqual({ level: 'blocked', problems: expect.stringContaining(`${code} `) })
})

test.each(jupiters)('%s with a slippage that eats everything, or a fee of 2 %%, is blocked', async (name) => {
  for (const slippage of [9_000, 10_001])
    expect(await judged(name, { slippage })).toMatchObject({
      level: 'blocked',
      problems: expect.stringContaining('V-016'),
    })
  expect(await judged(name, { fee: 200 })).toMatchObject({
    level: 'blocked',
    problems: expect.stringContaining('A platform would keep 2'),
  })
})

test('Jupiter that pays the account no one looks at is blocked', async () => {
  for (const name of ['Jupiter, route', 'Jupiter, second form'])
    expect(await judged(name, { instead: thiefs() })).toMatchObject({
      level: 'blocked',
      problems: expect.stringContaining('V-013'),
    })
})

test('amounts that only seem to be at the end of a route are not believed, and unknown steps stay tried', async () => {
  const decoy = [...le(sold, 8), ...le(2n ** 60n, 8), 0, 0, 0]
  for (const name of jupiters.slice(0, 2)) {
    expect((await judged(name, { quoted: 0n, tail: decoy })).level).toBe('blocked')
    expect((await judged(name, { steps: [[201, 100, 0, 1]] })).level).toBe('tried')
  }
})
