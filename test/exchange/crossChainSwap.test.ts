import { getAssociatedTokenAddressSync } from '@solana/spl-token'
import { Connection, Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toUnits } from '../../src/domain/amount'
import { type Exchange, startExchange } from '../../src/exchange/exchange'
import { isObject, type Json, type JsonObject } from '../../src/protocol/json/json'
import { call, listed, offerOf, openWallet, rows, type Wallet } from './trader'

/* Swaps across chains and on Solana, by a trader who knows only the specification and how to sign. */

const networks: Readonly<Record<string, number>> = { Harbor: 741_001, Delta: 741_002 }
let exchange: Exchange
let harbor: Wallet
let delta: Wallet
let solana: Connection
const anna = Keypair.generate()

beforeAll(async () => {
  exchange = await startExchange({ historyDays: 0.02, live: false, seed: 9 })
  harbor = openWallet(exchange, 741_001)
  delta = openWallet(exchange, 741_002, harbor.key)
  const { rpcTarget } = exchange.chains.find(({ kind }) => kind === 'solana')!
  solana = new Connection(rpcTarget, {
    commitment: 'confirmed',
    wsEndpoint: rpcTarget.replace('http', 'ws'),
  })
  await exchange.fund('evm', harbor.address)
  await exchange.fund('solana', anna.publicKey.toBase58())
})

afterAll(() => exchange.stop())

type Place = { readonly network: string; readonly symbol: string }

async function ask(from: Place, to: Place, amount: string, more: Record<string, Json> = {}) {
  const [sold, bought] = await Promise.all([idOf(from), idOf(to)])
  const parties = { sender: ownerOn(from.network), recipient: ownerOn(to.network) }
  const body = { tokenAId: sold.id, tokenBId: bought.id, slippage: 100, amount, ...parties, ...more }
  return { sold, bought, said: await call(exchange, '/api/swap/native', { body }) }
}

/** Requests, signs and waits until the payout has arrived. */
async function cross(from: Place, to: Place, amount: string) {
  const { sold, bought, said } = await ask(from, to, amount)
  const offer = offerOf(said)
  const before = { sold: await balance(from), bought: await balance(to) }
  await sign(from.network, offer.transactions)
  const minimum = toUnits(offer.minimum, bought.decimals)
  await expect
    .poll(async () => (await balance(to)) - before.bought)
    .toBeGreaterThanOrEqual(minimum - (to.symbol === 'SOL' ? 10_000n : 0n))
  return {
    paid: before.sold - (await balance(from)),
    asked: toUnits(amount, sold.decimals),
    received: (await balance(to)) - before.bought,
    minimum,
    expected: toUnits(offer.expected, bought.decimals),
    offer,
  }
}

describe('across chains', () => {
  test.each([
    { name: 'the bridge token for itself', from: 'Harbor USDC', to: 'Delta USDC', amount: '1000' },
    { name: 'a token for another, swapped on both sides', from: 'Harbor WBTC', to: 'Delta WETH', amount: '0.01' },
    { name: 'a token for the native coin of the other chain', from: 'Harbor DAI', to: 'Delta BNB', amount: '500' },
    { name: 'EVM to an SPL token', from: 'Delta USDC', to: 'Reef USDC', amount: '250' },
    { name: 'EVM to SOL', from: 'Harbor WETH', to: 'Reef SOL', amount: '0.1' },
    { name: 'an SPL token to EVM', from: 'Reef USDC', to: 'Harbor WBTC', amount: '900' },
    { name: 'another SPL token, through the market maker', from: 'Reef USDT', to: 'Delta USDC', amount: '100' },
  ])('$name: exactly the sold amount leaves, at least the minimum arrives', async ({ from, to, amount }) => {
    const transfer = await cross(place(from), place(to), amount)
    expect(transfer.paid).toBe(transfer.asked)
    expect(transfer.received).toBeGreaterThanOrEqual(transfer.minimum)
    expect(transfer.offer.transactions.length).toBeLessThanOrEqual(2)
  })

  test('the native coin can be sold', async () => {
    const { paid, asked } = await cross(place('Harbor ETH'), place('Delta USDC'), '0.25')
    expect(paid).toBeGreaterThanOrEqual(asked)
    expect(paid - asked).toBeLessThan(10n ** 16n)
  })

  test('SOL can be sold', async () => {
    const { paid, asked } = await cross(place('Reef SOL'), place('Harbor USDC'), '2')
    expect(paid - asked).toBe(10_000n)
  })

  test('a recipient of the wrong chain kind is refused with the reason', async () => {
    const usdc = place('Harbor USDC')
    const there = { recipient: harbor.address }
    expect((await ask(usdc, place('Reef SOL'), '1', there)).said).toMatchObject({
      http: 400,
      message: 'recipient must be a Solana address, because SOL is on Reef.',
    })
    const solanaAddress = { recipient: anna.publicKey.toBase58() }
    expect((await ask(usdc, place('Delta USDC'), '1', solanaAddress)).said).toMatchObject({
      http: 400,
      message: 'recipient must be an EVM address, because USDC is on Delta.',
    })
    const bitcoin = { recipient: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }
    expect((await ask(usdc, place('Delta USDC'), '1', bitcoin)).said).toMatchObject({
      http: 400,
      message: 'recipient is a Bitcoin address, and there is no Bitcoin chain in this deployment.',
    })
  })

  test('more than the destination can pay out is refused', async () => {
    const { said } = await ask(place('Harbor USDC'), place('Delta BNB'), '1000000000000')
    expect(said.http).toBe(422)
  })
})

describe('on Solana', () => {
  test.each([
    { from: 'Reef USDC', to: 'Reef BONQ', amount: '100' },
    { from: 'Reef USDC', to: 'Reef SOL', amount: '180' },
    { from: 'Reef SOL', to: 'Reef USDT', amount: '1.5' },
  ])('$from for $to arrives as quoted, to the last unit', async ({ from, to, amount }) => {
    const { received, expected, minimum, offer } = await cross(place(from), place(to), amount)
    expect(expected).toBe(minimum)
    expect(received + (to === 'Reef SOL' ? 10_000n : 0n)).toBe(expected)
    expect(offer.transactions).toMatchObject([{ chainType: 'SOLANA', order: 0 }])
  })

  test('the faucet fills a Solana wallet once', async () => {
    const fresh = Keypair.generate().publicKey.toBase58()
    expect((await exchange.fund('solana', fresh)).given.map(({ symbol }) => symbol)).toContain('SOL')
    expect((await exchange.fund('solana', fresh)).given).toEqual([])
    await expect(exchange.fund('solana', harbor.address)).rejects.toThrow('Solana address')
  })
})

function place(text: string): Place {
  const [network = '', symbol = ''] = text.split(' ')
  return { network, symbol }
}

function ownerOn(network: string): string {
  return network === 'Reef' ? anna.publicKey.toBase58() : harbor.address
}

async function idOf({ network, symbol }: Place) {
  const { body } = await call(exchange, '/api/blockchain')
  const chain = rows(body.data).find(({ name }) => name === network)
  const entry = rows(chain?.chainCurrencies).find(({ currency }) => isObject(currency) && currency.ticker === symbol)!
  const { currency } = entry
  return {
    id: Number(entry.id),
    address: String(entry.address),
    decimals: isObject(currency) ? Number(currency.decimals) : 0,
  }
}

async function balance({ network, symbol }: Place): Promise<bigint> {
  if (network !== 'Reef') {
    const wallet = networks[network] === 741_001 ? harbor : delta
    return wallet.balance(await listed(exchange, network, symbol))
  }
  if (symbol === 'SOL') return BigInt(await solana.getBalance(anna.publicKey))
  const { address } = await idOf({ network, symbol })
  const account = getAssociatedTokenAddressSync(new PublicKey(address), anna.publicKey)
  return BigInt((await solana.getTokenAccountBalance(account)).value.amount)
}

async function sign(network: string, transactions: readonly JsonObject[]) {
  if (network !== 'Reef') return void (await (networks[network] === 741_001 ? harbor : delta).signAll(transactions))
  for (const { data } of transactions) {
    const transaction = VersionedTransaction.deserialize(new Uint8Array(Buffer.from(String(data), 'base64')))
    transaction.sign([anna])
    const signature = await solana.sendRawTransaction(transaction.serialize())
    const { value } = await solana.confirmTransaction({ signature, ...(await solana.getLatestBlockhash()) })
    expect(value.err).toBeNull()
  }
}
