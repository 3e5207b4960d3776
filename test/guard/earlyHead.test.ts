import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { memberOf, type RpcPort } from '../../src/chain/rpc'
import { checkPlan } from '../../src/guard/check/checkPlan'
import { askHeadEarly, type ChainHead, readChainHead } from '../../src/guard/simulate/evm/chainHead'
import { type LocalExchange, startLocalExchange, swapOf } from './localExchange'

/*
 * The head of the chain is requested in parallel with the service. Simulations start on it, and count only if the head
 * after the answer is identical.
 */

const harbor = 741_001
let local: LocalExchange
const account = privateKeyToAddress(generatePrivateKey())

beforeAll(async () => {
  local = await startLocalExchange()
  await local.exchange.fund('evm', account)
})
afterAll(() => local.exchange.stop())
beforeEach(() => {
  wrongGuesses = 0
})

async function planned() {
  const planned = await local.plan(swapOf(local.token('USDC'), '100', local.token('WETH'), account))
  if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
  return planned.plan
}

/** The requests to the node, in order; the simulations by their block. */
function recorded() {
  const [methods, blocks]: [string[], bigint[]] = [[], []]
  const ask: RpcPort = (method, params) => {
    methods.push(method)
    if (method === 'eth_simulateV1') blocks.push(BigInt(String(memberOf(overridesIn(params), 'number'))))
    return local.rpc(harbor)(method, params)
  }
  return { methods, blocks, ask }
}

function overridesIn([asked]: readonly unknown[]) {
  const blocks = memberOf(asked, 'blockStateCalls')
  return memberOf(Array.isArray(blocks) ? blocks[0] : undefined, 'blockOverrides')
}

let wrongGuesses = 0
const where = { chainId: harbor, sender: account, onWrong: () => void wrongGuesses++ }
const head = () => readChainHead(account, local.rpc(harbor))

function check(plan: Awaited<ReturnType<typeof planned>>, ask: RpcPort, guess: ChainHead, named: object = {}) {
  const early = { ...where, node: 'recorded', guess: () => guess, ...named }
  const nodes = (chainId: number) =>
    chainId === harbor ? [{ name: 'recorded', ask, simulates: true }] : local.nodes(chainId)
  const options = {
    now: Date.now(),
    account,
    chains: local.chains,
    natives: local.tokens.filter((one) => one.isNative),
  }
  return checkPlan(plan, { nodes, early }, options)
}

test('with the head available the steps are simulated immediately, and only one time', async () => {
  const { methods, blocks, ask } = recorded()
  const [plan, guess] = [await planned(), await head()]
  const { verdict } = await check(plan, ask, guess)
  expect(verdict.level).toBe('proven')
  // Both kinds are on their way before any answer to the questions of this check.
  expect(methods.indexOf('eth_simulateV1')).toBeLessThan(methods.indexOf('eth_getCode'))
  expect(blocks).toEqual([guess.number + 1n, guess.number + 6n])
  expect(wrongGuesses).toBe(0)
})

test('after a block in between all that counts is tried on that block', async () => {
  const { blocks, ask } = recorded()
  const guess = await head()
  await local.rpc(harbor)('anvil_mine', ['0x1'])
  const checked = await check(await planned(), ask, guess)
  expect(checked.verdict.level).toBe('proven')
  const { number } = await head()
  expect(number).toBeGreaterThan(guess.number)
  expect(blocks).toEqual([guess.number + 1n, number + 1n, number + 6n])
  expect(wrongGuesses).toBe(1)
  expect(checked.inputs.evidence.find(({ chainId }) => chainId === harbor)).toMatchObject({ block: number })
})

test.each(['number', 'time', 'baseFee', 'gasPrice', 'gasLimit', 'coins'] as const)(
  'a guess that is wrong in nothing but its %s counts for nothing',
  async (member) => {
    const { methods, ask } = recorded()
    const [plan, guess] = [await planned(), await head()]
    const honest = await check(plan, local.rpc(harbor), guess)
    const { verdict, inputs } = await check(plan, ask, { ...guess, [member]: guess[member] - 1n })
    expect(verdict).toEqual(honest.verdict)
    expect(inputs.simulations.map((found) => found.is === 'run' && found.changes)).toEqual(
      honest.inputs.simulations.map((found) => found.is === 'run' && found.changes),
    )
    const tries = methods.filter((method) => method === 'eth_simulateV1').length
    expect(tries).toBeGreaterThan(2)
  },
)

test.each([
  ['account', { sender: '0x1111111111111111111111111111111111111111' }],
  ['chain', { chainId: 741_002 }],
  ['node', { node: 'another' }],
])('the head of another %s is not begun with', async (_, named) => {
  const { methods, ask } = recorded()
  await check(await planned(), ask, await head(), named)
  expect(methods.indexOf('eth_simulateV1')).toBeGreaterThan(methods.indexOf('eth_getCode'))
})

test('a node that reports another chain simulates nothing, regardless of the earlier guess', async () => {
  const { methods, ask } = recorded()
  const elsewhere: RpcPort = (method, params) =>
    method === 'eth_chainId' ? Promise.resolve('0x1') : ask(method, params)
  const { verdict } = await check(await planned(), elsewhere, { ...(await head()), rpcChainId: 1 })
  expect(verdict.level).toBe('blocked')
  expect(methods).not.toContain('eth_simulateV1')
})

test('a guess is not used before its answer, when it is old, and when the clock was set back', async () => {
  let now = 10_000
  const early = askHeadEarly(where, { name: 'local', ask: local.rpc(harbor) }, () => now)
  expect(early.guess()).toBeUndefined()
  await expect.poll(() => early.guess()).toEqual(await head())
  now += 1_001
  expect(early.guess()).toBeUndefined()
  now = 9_999
  expect(early.guess()).toBeUndefined()
})
