import { getAssociatedTokenAddressSync } from '@solana/spl-token'
import { Keypair, VersionedTransaction } from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BridgeChain, createRelayer, PayoutImpossible, type Transfer } from '../../src/exchange/bridge/relayer'
import { createSolanaBridge, type TransferMemo } from '../../src/exchange/bridge/solanaBridge'
import { tokenHolding } from '../../src/exchange/solana/account'
import type { MakerToken } from '../../src/exchange/solana/instructions'
import { createSolanaLedger } from '../../src/exchange/solana/ledger'
import { createMarketMaker, type MarketMaker } from '../../src/exchange/solana/maker/marketMaker'

/* Transfers that start or end on a real local Solana; the other chain is simulated. */

const ledger = createSolanaLedger()
const solana = 741_003
const otherChainId = 741_001
const anna = Keypair.generate()
const prices: Record<string, bigint> = { SOL: 180_000_000n, USDC: 1_000_000n }
let marketMaker: MarketMaker
let bridge: ReturnType<typeof createSolanaBridge>

beforeAll(() => {
  marketMaker = createMarketMaker(ledger, {
    supplies: [{ symbol: 'USDC', decimals: 6, stock: 20_000_000n * 10n ** 6n }],
    price: (symbol) => prices[symbol]!,
    depth: 2_000_000_000_000n,
  })
  bridge = createSolanaBridge(solana, ledger, marketMaker)
  for (const token of marketMaker.tokens) marketMaker.fund(anna.publicKey.toBase58(), token, 100_000_000_000n)
})

afterAll(() => ledger.stop())

let otherChain: ReturnType<typeof createOtherChain>
let refunds: string[] = []

beforeEach(() => {
  otherChain = createOtherChain()
  refunds = []
})

test('USDC deposited on Solana is paid out on the other chain', async () => {
  payIn('USDC', 50_000_000n, { minimumReceived: 49n * 10n ** 18n })
  await relayer().round()
  expect(await lastEscrow()).toBe('released')
  expect(otherChain.paid.at(-1)?.amount).toBe(50n * 10n ** 18n)
})

test('SOL is swapped by the market maker before it reaches the escrow', async () => {
  const escrowed = payIn('SOL', 1_000_000_000n, { minimumReceived: 1n })
  await relayer().round()
  expect(await lastEscrow()).toBe('released')
  expect(otherChain.paid.at(-1)?.amount).toBe(escrowed * 10n ** 12n)
})

test('a transfer that cannot be paid out is refunded to the sender', async () => {
  const before = holding('USDC', anna)
  payIn('USDC', 50_000_000n, { minimumReceived: 10n ** 30n })
  expect(holding('USDC', anna)).toBe(before - 50_000_000n)
  await relayer().round()
  expect(refunds).toEqual(['Too little.'])
  expect(await lastEscrow()).toBe('refunded')
  expect(holding('USDC', anna)).toBe(before)
})

test.each([
  ['USDC', 999_000_000n],
  ['SOL', undefined],
])('a deposit on the other chain is paid out in %s, once', async (symbol, exactly) => {
  const ben = Keypair.generate()
  otherChain.payIn({
    token: symbol === 'SOL' ? 'native' : mintOf(symbol),
    recipient: ben.publicKey.toBase58(),
    minimumReceived: 1n,
  })
  for (let round = 0; round < 3; round++) await relayer().round()
  expect(otherChain.states()).toEqual(['released'])
  const quoted = bridge.quote(tokenBy(symbol), 1_000n * 10n ** 18n)
  if (exactly) expect(holding(symbol, ben)).toBe(exactly)
  expect(holding(symbol, ben)).toBeGreaterThan((quoted * 999n) / 1_000n)
})

test('relayers that fail between any two actions pay nothing out twice on Solana', async () => {
  for (let actions = 0; actions < 12; actions++) {
    const ben = Keypair.generate()
    otherChain.payIn({ token: mintOf('USDC'), recipient: ben.publicKey.toBase58(), minimumReceived: 1n })
    await relayer(actions)
      .round()
      .catch(() => undefined)
    await relayer().round()
    expect(otherChain.states().at(-1)).toBe('released')
    expect(holding('USDC', ben)).toBe(999_000_000n)
  }
})

test("another person's payment into the escrow does not start a transfer", async () => {
  const count = (await bridge.deposits()).length
  marketMaker.fund(bridge.escrow, bridge.bridgeToken, 5n)
  expect(await bridge.deposits()).toHaveLength(count)
})

function payIn(symbol: string, amountIn: bigint, memo: Partial<TransferMemo>): bigint {
  const sender = anna.publicKey.toBase58()
  const whole: TransferMemo = {
    chain: otherChainId,
    token: 'native',
    recipient: 'ben',
    minimumReceived: 1n,
    deadline: 10_000,
    ...memo,
  }
  const signed = bridge.prepareDeposit({ sell: tokenBy(symbol), amountIn, sender, memo: whole })!
  const transaction = VersionedTransaction.deserialize(new Uint8Array(Buffer.from(signed.transaction, 'base64')))
  transaction.sign([anna])
  expect(ledger.submit(transaction.serialize()).error).toBeNull()
  return signed.amountOut
}

function relayer(actions = Number.POSITIVE_INFINITY) {
  let left = actions
  const mortal = <T extends object>(port: T): T =>
    new Proxy(port, {
      get(target, name) {
        const action: unknown = Reflect.get(target, name)
        if (typeof action !== 'function') return action
        return async (...args: unknown[]) => {
          left -= 1
          if (left < 0) throw new Error('out of reach')
          return Reflect.apply(action, target, args)
        }
      },
    })
  return createRelayer({
    chains: new Map<number, BridgeChain>([
      [solana, mortal(bridge)],
      [otherChainId, mortal(otherChain.chain)],
    ]),
    now: () => 0,
    onRefund: (_, why) => refunds.push(why),
    onFailure: () => undefined,
  })
}

function createOtherChain() {
  const transfers: Transfer[] = []
  const closed = new Map<string, 'released' | 'refunded'>()
  const paid: Transfer[] = []
  const chain: BridgeChain = {
    deposits: async () => transfers,
    escrowState: async ({ key }) => closed.get(key) ?? 'open',
    release: async ({ key }) => void closed.set(key, 'released'),
    refund: async ({ key }) => void closed.set(key, 'refunded'),
    isPaid: async ({ key }) => paid.some((transfer) => transfer.key === key),
    pay: async (transfer) => {
      if (transfer.minimumReceived > 10n ** 24n) throw new PayoutImpossible('Too little.')
      paid.push(transfer)
    },
  }
  const payIn = (wish: Pick<Transfer, 'token' | 'recipient' | 'minimumReceived'>) => {
    const deposit = `${Math.random()}`
    const amount = 1_000n * 10n ** 18n
    transfers.push({
      key: `${otherChainId}:${deposit}`,
      source: otherChainId,
      deposit,
      sender: 'x',
      amount,
      destination: solana,
      deadline: 10_000,
      ...wish,
    })
  }
  return { chain, paid, payIn, states: () => transfers.map(({ key }) => closed.get(key) ?? 'open') }
}

async function lastEscrow(): Promise<string> {
  return bridge.escrowState((await bridge.deposits()).at(-1)!)
}

function tokenBy(symbol: string): MakerToken {
  return marketMaker.tokens.find((token) => token.symbol === symbol)!
}

function mintOf(symbol: string): string {
  return tokenBy(symbol).mint!.toBase58()
}

function holding(symbol: string, owner: Keypair): bigint {
  const { mint } = tokenBy(symbol)
  if (!mint) return ledger.lookup(owner.publicKey.toBase58())?.lamports() ?? 0n
  const account = ledger.lookup(getAssociatedTokenAddressSync(mint, owner.publicKey).toBase58())
  return BigInt(tokenHolding(account, ledger.lookup)?.uiTokenAmount.amount ?? 0)
}
