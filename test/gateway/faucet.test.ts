import { expect, test } from 'vitest'
import { refusalError } from '../../src/gateway/envelope'
import { buildGateway, honestService } from './testGateway'

const wish = '{"kind":"evm","address":"0x00000000000000000000000000000000000000aa"}'

test('the faucet funds a wallet, and answers with an envelope', async () => {
  const asked: string[] = []
  const { post } = buildGateway(honestService, {
    faucet: async (kind, address) => {
      asked.push(kind, address)
      return { address, given: [] }
    },
  })
  const response = await post('/faucet', wish)
  expect([response.status, await response.json()]).toMatchObject([201, { status: true, data: { given: [] } }])
  expect(asked).toEqual(['evm', '0x00000000000000000000000000000000000000aa'])
  expect((await post('/faucet', '{"kind":1}')).status).toBe(400)
  expect((await post('/faucet', wish, { origin: 'https://evil.example' })).status).toBe(403)
})

test("a faucet's refusal has a reason", async () => {
  const { post } = buildGateway(honestService, {
    faucet: () => Promise.reject(refusalError(429, 'Enough for today.')),
  })
  const response = await post('/faucet', wish)
  expect([response.status, await response.json()]).toMatchObject([429, { message: 'Enough for today.' }])
})

test('a hosted deployment has no faucet', async () => {
  expect((await buildGateway().post('/faucet', wish)).status).toBe(405)
})
