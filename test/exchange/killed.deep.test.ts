import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, test } from 'vitest'
import { enginesOf } from '../../src/exchange/engine/orphans'
import { type Exchange, startExchange } from '../../src/exchange/exchange'
import { knownJson } from '../knownJson'
import { runElsewhere } from './otherProcess'
import { call, listed, openWallet, rows } from './trader'

const friend = '0x52908400098527886E0F7030069857D2E4169EE7'
const harbor = 741_001

let folder = ''
let opened: Exchange | undefined

afterEach(async () => {
  await opened?.stop()
  opened = undefined
  rmSync(folder, { recursive: true })
})

/** Starts a persisted exchange, funds a wallet and has the treasury pay a deposit for it. */
const depositing = `
  const exchange = await startExchange({
    historyDays: 0.05, live: false, addDelivery: 'treasury', persistDir: process.env.FOLDER,
  })
  await exchange.fund('evm', process.env.WALLET)
  const body = JSON.stringify({
    tokenAId: 102, amountA: 1, tokenBId: 103, amountB: 3200, tickLower: -198000, tickUpper: -192000,
    creationTick: 0, networkName: 'Harbor', recipient: process.env.WALLET,
  })
  const headers = { 'x-api-key': exchange.apiKey, 'content-type': 'application/json' }
  const add = new Request('http://exchange.test/api/amm/interactions/add', { method: 'POST', headers, body })
  const { status } = await exchange.fetch(add)
  console.log(JSON.stringify({ status, chains: exchange.chains }))`

async function positionsOf(exchange: Exchange, owner: string) {
  const pools = rows((await call(exchange, '/api/amm/pool/all/Harbor')).body.data)
  return pools.flatMap(({ positions }) => rows(positions).filter((position) => position.owner === owner))
}

test('an exchange killed right after a deposit and two transactions loses none of them', async () => {
  folder = mkdtempSync(join(tmpdir(), 'exchange-killed-'))
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  const { child, line } = await runElsewhere(depositing, { FOLDER: folder, WALLET: address })
  const { status, chains } = knownJson(line)
  expect(status).toBe(201)

  const wallet = openWallet({ chains } as Exchange, harbor, key)
  const paid = await wallet.send(friend, '0x', parseEther('1'))
  const last: Hex = await wallet.client.sendTransaction({ to: friend, value: parseEther('2') })
  for (const pid of [child.pid!, ...enginesOf(child.pid!)]) process.kill(pid, 'SIGKILL')
  await once(child, 'exit')
  expect(existsSync(join(folder, `${harbor}.json`))).toBe(false)

  opened = await startExchange({ historyDays: 0.05, live: false, addDelivery: 'treasury', persistDir: folder })
  const again = openWallet(opened, harbor, key)
  expect(await again.client.getTransactionReceipt({ hash: paid.transactionHash })).toMatchObject({
    status: 'success',
    blockNumber: paid.blockNumber,
    blockHash: paid.blockHash,
  })
  expect(await again.client.getTransactionReceipt({ hash: last })).toMatchObject({ status: 'success' })
  expect(await again.client.getBalance({ address: friend })).toBe(parseEther('3'))
  expect(await again.client.getTransactionCount({ address })).toBe(2)
  expect(await positionsOf(opened, address)).toHaveLength(1)
})

test('a truncated dump is replaced by the blocks since the one before', async () => {
  folder = mkdtempSync(join(tmpdir(), 'exchange-killed-'))
  const first = await startExchange({ historyDays: 0, live: false, persistDir: folder })
  await first.stop()
  opened = await startExchange({ historyDays: 0, live: false, persistDir: folder })
  const wallet = openWallet(opened, harbor)
  await opened.fund('evm', wallet.address)
  const usdc = await listed(opened, 'Harbor', 'USDC')
  const balance = await wallet.balance(usdc)
  const files = ['json', 'log.jsonl'].map((kind) => join(folder, `${harbor}.${kind}`))
  const saved = files.map((file) => readFileSync(file))
  await opened.stop()

  for (const [index, file] of files.entries()) writeFileSync(file, saved[index]!)
  writeFileSync(join(folder, `${harbor}.next.json`), '{"block": {"number"')
  appendFileSync(join(folder, `${harbor}.log.jsonl`), '{"is":"blo')
  opened = await startExchange({ historyDays: 0, live: false, persistDir: folder })
  expect(balance).toBeGreaterThan(0n)
  expect(await openWallet(opened, harbor, wallet.key).balance(usdc)).toBe(balance)
})
