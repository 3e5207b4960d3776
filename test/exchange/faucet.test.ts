import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { fromUnits } from '../../src/domain/amount'
import { type Exchange, startExchange } from '../../src/exchange/exchange'
import { listed, openWallet } from './trader'

let exchange: Exchange

beforeAll(async () => {
  exchange = await startExchange({ historyDays: 0, live: false })
})

afterAll(() => exchange.stop())

test('a demo wallet gets native coins and every token, on every chain', async () => {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  const { given } = await exchange.fund('evm', address)
  expect(given.length).toBe(15)

  for (const [chainId, network] of [
    [741_001, 'Harbor'],
    [741_002, 'Delta'],
  ] as const) {
    const wallet = openWallet(exchange, chainId, key)
    for (const { symbol, amount } of given.filter((funded) => funded.chainId === chainId)) {
      const token = await listed(exchange, network, symbol)
      expect([symbol, fromUnits(await wallet.balance(token), token.decimals)]).toEqual([symbol, amount])
    }
  }
})

test('a second request gives nothing while the wallet has plenty', async () => {
  const { address } = openWallet(exchange, 741_001)
  await exchange.fund('evm', address)
  expect(await exchange.fund('evm', address)).toEqual({ address, given: [] })
})

test('two parallel requests fund the wallet once', async () => {
  const wallet = openWallet(exchange, 741_001)
  const [one, two] = await Promise.all([exchange.fund('evm', wallet.address), exchange.fund('evm', wallet.address)])
  expect(one).toEqual(two)
  expect(await wallet.balance(await listed(exchange, 'Harbor', 'WETH'))).toBe(10n ** 19n)
})

test.each([
  ['evm', 'me', 400, 'The faucet fills wallets by their EVM address.'],
  ['evm', `0x${'0'.repeat(40)}`, 400, 'The faucet fills wallets by their EVM address.'],
  ['bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 404, 'The faucet has no bitcoin chain.'],
] as const)('of kind %s, %s is refused', async (kind, address, status, message) => {
  await expect(exchange.fund(kind, address)).rejects.toMatchObject({ name: 'FundingRefused', status, message })
})

test('many wallets are funded in parallel, and too many have to wait', async () => {
  // A faucet over its limit gives no one anything for a minute, so this test uses its own exchange.
  const exchange = await startExchange({ historyDays: 0, live: false })
  onTestFinished(() => exchange.stop())
  const addresses = Array.from({ length: 70 }, () => privateKeyToAccount(generatePrivateKey()).address)
  const outcomes = await Promise.allSettled(addresses.map((address) => exchange.fund('evm', address)))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(outcomes.length - refused.length).toBeGreaterThan(50)
  expect(refused.length).toBeGreaterThan(0)
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: { name: 'FundingRefused', status: 429 } })
})
