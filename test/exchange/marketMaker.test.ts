import { getAssociatedTokenAddressSync } from '@solana/spl-token'
import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { tokenHolding } from '../../src/exchange/solana/account'
import type { MakerToken } from '../../src/exchange/solana/instructions'
import { createSolanaLedger } from '../../src/exchange/solana/ledger'
import { createMarketMaker, type MarketMaker } from '../../src/exchange/solana/maker/marketMaker'

const ledger = createSolanaLedger()
const prices: Record<string, bigint> = { SOL: 180_000_000n, USDC: 1_000_000n, BONQ: 21n }
const stock = { USDC: 20_000_000n * 10n ** 6n, BONQ: 10n ** 12n * 10n ** 5n }
let marketMaker: MarketMaker
let sol: MakerToken
let usdc: MakerToken
let taker: Keypair

beforeEach(() => {
  marketMaker = createMarketMaker(ledger, {
    supplies: [
      { symbol: 'USDC', decimals: 6, stock: stock.USDC },
      { symbol: 'BONQ', decimals: 5, stock: stock.BONQ },
    ],
    price: (symbol) => prices[symbol]!,
    depth: 2_000_000_000_000n,
  })
  sol = token('SOL')
  usdc = token('USDC')
  taker = Keypair.generate()
  marketMaker.fund(taker.publicKey.toBase58(), sol, 20_000_000_000n)
  marketMaker.fund(taker.publicKey.toBase58(), usdc, 5_000_000_000n)
})

afterAll(() => ledger.stop())

test('an SPL token is swapped for another, exactly as offered', () => {
  const bonq = token('BONQ')
  const trade = offer({ sell: usdc, buy: bonq, amountIn: 1_000_000_000n })
  expect(take(trade.transaction)).toBeNull()
  expect(holding(usdc)).toBe(4_000_000_000n)
  expect(holding(bonq)).toBe(trade.amountOut)
})

test('SOL can be sold and bought', () => {
  const selling = offer({ sell: sol, buy: usdc, amountIn: 1_000_000_000n })
  expect(take(selling.transaction)).toBeNull()
  expect(holding(usdc)).toBe(5_000_000_000n + selling.amountOut)

  const before = holding(sol)
  const buying = offer({ sell: usdc, buy: sol, amountIn: 1_800_000_000n })
  expect(take(buying.transaction)).toBeNull()
  expect(holding(sol)).toBe(before + buying.amountOut - 10_000n)
})

test('a changed offer is invalid, because the market maker signed another one', () => {
  const transaction = decode(offer({ sell: usdc, buy: sol, amountIn: 1_000_000n }).transaction)
  const message = TransactionMessage.decompile(transaction.message)
  message.instructions[2] = SystemProgram.transfer({
    fromPubkey: taker.publicKey,
    toPubkey: new PublicKey(marketMaker.address),
    lamports: 1,
  })
  const altered = new VersionedTransaction(message.compileToV0Message())
  const slot = altered.message.staticAccountKeys.findIndex((key) => key.toBase58() === marketMaker.address)
  altered.signatures[slot] = transaction.signatures[1]!
  altered.sign([taker])
  expect(() => ledger.submit(altered.serialize())).toThrow('SignatureFailure')
})

test('an offer expires with its blockhash', () => {
  const old = offer({ sell: usdc, buy: sol, amountIn: 1_000_000n })
  while (ledger.slot() <= old.lastValidBlockHeight) ledger.airdrop(taker.publicKey.toBase58(), 1n)
  expect(() => take(old.transaction)).toThrow('Blockhash not found')
})

test("offers never exceed the market maker's balance, until earlier ones expire", () => {
  const whale = { sell: sol, buy: usdc, amountIn: 50_000_000_000_000n }
  const signed = []
  for (let next = tryOffer(whale); next; next = tryOffer(whale)) signed.push(next)
  const promised = signed.reduce((sum, { amountOut }) => sum + amountOut, 0n)
  expect(signed.length).toBeGreaterThan(3)
  expect(promised).toBeLessThanOrEqual(stock.USDC)
  expect(marketMaker.available(usdc)).toBe(stock.USDC - promised)

  while (ledger.slot() <= signed.at(-1)!.lastValidBlockHeight) ledger.airdrop(taker.publicKey.toBase58(), 1n)
  expect(marketMaker.available(usdc)).toBe(stock.USDC)
})

test('swapping there and back never makes a profit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), (amountIn) => {
      const there = marketMaker.quote({ sell: sol, buy: usdc, amountIn })
      expect(marketMaker.quote({ sell: usdc, buy: sol, amountIn: there })).toBeLessThanOrEqual(amountIn)
    }),
  )
})

function token(symbol: string): MakerToken {
  return marketMaker.tokens.find((candidate) => candidate.symbol === symbol)!
}

function tryOffer(trade: { sell: MakerToken; buy: MakerToken; amountIn: bigint }) {
  const address = taker.publicKey.toBase58()
  return marketMaker.offer({ ...trade, sender: address, recipient: address, note: 'swap:1' })
}

function offer(trade: { sell: MakerToken; buy: MakerToken; amountIn: bigint }) {
  const signed = tryOffer(trade)
  expect(signed).toBeDefined()
  return signed!
}

function decode(transaction: string): VersionedTransaction {
  return VersionedTransaction.deserialize(new Uint8Array(Buffer.from(transaction, 'base64')))
}

function take(transaction: string) {
  const complete = decode(transaction)
  expect(complete.message.staticAccountKeys[0]?.equals(taker.publicKey)).toBe(true)
  complete.sign([taker])
  return ledger.submit(complete.serialize()).error
}

function holding({ mint }: MakerToken): bigint {
  const owner = taker.publicKey
  if (!mint) return ledger.lookup(owner.toBase58())?.lamports() ?? 0n
  const account = ledger.lookup(getAssociatedTokenAddressSync(mint, owner).toBase58())
  return BigInt(tokenHolding(account, ledger.lookup)?.uiTokenAmount.amount ?? 0)
}
