import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { findAnvil } from '../../src/exchange/engine/binary'
import { type Exchange, type ExchangeOptions, startExchange } from '../../src/exchange/exchange'
import { enginesOf } from '../gateway/command'
import { call, listed, offerOf, openWallet, rows } from './trader'

const opened: Exchange[] = []
const folders: string[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((exchange) => exchange.stop()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

async function open(options: ExchangeOptions = {}): Promise<Exchange> {
  const exchange = await startExchange({ historyDays: 0, live: false, ...options })
  opened.push(exchange)
  return exchange
}

async function close(exchange: Exchange): Promise<void> {
  opened.splice(opened.indexOf(exchange), 1)
  await exchange.stop()
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'exchange-test-'))
  folders.push(folder)
  return folder
}

describe('when an exchange stops', () => {
  test('no chain keeps running', async () => {
    const exchange = await open()
    expect(enginesOf(process.pid)).toHaveLength(2)
    await close(exchange)
    expect(enginesOf(process.pid)).toEqual([])
  })

  test('no files are left on the disk', async () => {
    const look = () =>
      [...readdirSync(tmpdir()), ...readdirSync(homedir())].filter((name) => /anvil|foundry/.test(name))
    const before = look()
    await close(await open({ historyDays: 0.1 }))
    expect(look()).toEqual(before)
  })

  test('a start without anvil fails with a sentence', async () => {
    expect(() => findAnvil({ TIDEGATE_ANVIL: '/nowhere/anvil' })).toThrow(
      'TIDEGATE_ANVIL names /nowhere/anvil, which cannot be run.',
    )
  })
})

describe('an exchange with a persistence folder', () => {
  test('continues where it stopped', async () => {
    const persistDir = newFolder()
    const first = await open({ persistDir, historyDays: 0.1 })
    const wallet = openWallet(first, 741_001)
    await first.fund('evm', wallet.address)
    const [usdc, weth] = await Promise.all([listed(first, 'Harbor', 'USDC'), listed(first, 'Harbor', 'WETH')])
    const parties = { sender: wallet.address, recipient: wallet.address }
    const body = { tokenAId: usdc.id, tokenBId: weth.id, slippage: 50, amount: '100', ...parties }
    await wallet.signAll(offerOf(await call(first, '/api/swap/native', { body })).transactions)
    const balance = await wallet.balance(usdc)
    const pools = rows((await call(first, '/api/amm/pool/all/Harbor')).body.data)
    await close(first)

    const second = await open({ persistDir })
    const same = openWallet(second, 741_001, wallet.key)
    expect(await listed(second, 'Harbor', 'USDC')).toEqual(usdc)
    expect(await same.balance(usdc)).toBe(balance)
    const again = rows((await call(second, '/api/amm/pool/all/Harbor')).body.data)
    const figures = ({ address, sqrtPriceX96, ticks, createdAt }: (typeof again)[number]) => [
      address,
      sqrtPriceX96,
      ticks,
      createdAt,
    ]
    expect(again.map(figures)).toEqual(pools.map(figures))
    await same.signAll(offerOf(await call(second, '/api/swap/native', { body })).transactions)
  })

  test('starts from scratch when the folder holds something else', async () => {
    const persistDir = newFolder()
    writeFileSync(join(persistDir, 'exchange.json'), '{"version": 1, "chains": "none"}')
    writeFileSync(join(persistDir, '741001.json'), 'not a chain')
    const exchange = await open({ persistDir })
    expect(rows((await call(exchange, '/api/amm/pool/all/Harbor')).body.data).length).toBeGreaterThan(5)
  })
})

describe('an exchange with truncated chain files', () => {
  test('reports it and starts from scratch', async () => {
    const persistDir = newFolder()
    await close(await open({ persistDir }))
    writeFileSync(join(persistDir, '741002.json'), '{"block": {"number"')
    const said: string[] = []
    const exchange = await open({ persistDir, onProgress: (sentence) => said.push(sentence) })
    expect(said).toContain(`The chains saved in ${persistDir} are unreadable. Starting with new ones.`)
    expect(rows((await call(exchange, '/api/amm/pool/all/Delta')).body.data)).toHaveLength(5)
  })
})

test('the market trades while the exchange is in use', async () => {
  const exchange = await open({ live: true })
  const prices = async () =>
    rows((await call(exchange, '/api/amm/pool/all/Harbor')).body.data).map(({ sqrtPriceX96 }) => sqrtPriceX96)
  const before = await prices()
  await expect.poll(prices, { interval: 500 }).not.toEqual(before)
})

test('the same seed gives the same pools, without a seed they differ', async () => {
  const addresses = async (options: ExchangeOptions) => {
    const { chains } = await open(options)
    return chains.map(({ positionManager }) => positionManager)
  }
  const [one, two, three] = await Promise.all([addresses({ seed: 3 }), addresses({ seed: 3 }), addresses({})])
  expect(one).toEqual(two)
  expect(three).not.toEqual(one)
})
