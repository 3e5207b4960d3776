import { expect, test } from 'vitest'
import { createSingleFlight } from '../../src/gateway/routes'
import { buildGateway, envelope, jsonResponse } from './testGateway'

const deposit = '{"amountA":1,"amountB":2}'

/** A service that answers after a moment. */
function thinking() {
  const gateway = buildGateway(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return jsonResponse(envelope(null), 201)
  })
  const add = (body = deposit, caller?: string) => gateway.post('/api/amm/interactions/add', body, {}, caller)
  return { ...gateway, add }
}

test('F-84 the same deposit posted in parallel by two tabs of one person reaches the service once', async () => {
  const { add, state } = thinking()
  const answers = [add(), add(), add()]
  for (const answer of await Promise.all(answers)) {
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ status: true, data: null })
  }
  expect(state.upstream).toHaveLength(1)
})

test('F-84 another deposit, another caller, and the same deposit later are separate requests', async () => {
  const { add, state } = thinking()
  const answers = [add(), add('{"amountA":1,"amountB":3}'), add(deposit, '203.0.113.9')]
  await Promise.all(answers)
  expect(state.upstream).toHaveLength(3)
  await add()
  expect(state.upstream).toHaveLength(4)
})

test('one task per key runs at a time, and the next starts when it has ended, in success or failure', async () => {
  const once = createSingleFlight<number>()
  let times = 0
  const action = async () => ++times
  expect(await Promise.all([once('a', action), once('a', action), once('b', action)])).toEqual([1, 1, 2])
  const broken = () => Promise.reject(new Error('gone'))
  await expect(once('a', broken)).rejects.toThrow('gone')
  expect(await once('a', action)).toBe(3)
})
