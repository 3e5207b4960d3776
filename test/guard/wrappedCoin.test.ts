import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RpcPort } from '../../src/chain/rpc'
import { planSwap } from '../../src/guard/plan/planSwap'
import { withWrappedCoin } from '../../src/guard/simulate/evm/wrappedCoin'
import type { DeploymentChain } from '../../src/protocol/deployment/deployment'
import { type LocalExchange, startLocalExchange, swapOf } from './localExchange'

/* Settings that name routers and leave the wrapped coin out. */

let local: LocalExchange
beforeAll(async () => {
  local = await startLocalExchange()
})
afterAll(() => local.exchange.stop())

async function judged(change: (chain: DeploymentChain) => DeploymentChain) {
  const account = privateKeyToAddress(generatePrivateKey())
  await local.exchange.fund('evm', account)
  const intent = swapOf(local.token('USDC'), '500', local.token('ETH'), account)
  const chains = local.chains.map((chain) => change({ ...chain, wrappedNative: undefined }))
  const natives = local.tokens.filter(({ isNative }) => isNative)
  const planned = planSwap(intent, await local.ask(intent), { receivedAt: Date.now(), chains, natives })
  if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
  const { verdict } = await local.check(planned.plan, { chains })
  return verdict.findings.filter(({ severity }) => severity === 'warn' || severity === 'block').map(({ code }) => code)
}

test('a swap for the native coin can be decoded if the deployment’s own routers return the wrapped coin', async () => {
  expect(await judged((chain) => ({ ...chain, trusted: chain.trusted.slice(0, 1) }))).toEqual([])
})

test('contracts that no one vouches for are not asked', async () => {
  const none = (chain: DeploymentChain) => ({ ...chain, trusted: [], positionManager: undefined })
  expect(await judged(none)).toContain('V-035')
})

test('a single trusted contract is not enough evidence, nor are two that differ', async () => {
  const alone = (chain: DeploymentChain) => ({
    ...chain,
    trusted: chain.trusted.slice(0, 1),
    positionManager: undefined,
  })
  expect(await judged(alone)).toContain('V-035')
  const [router = '', manager = ''] = [
    '0x00000000000000000000000000000000000000A1',
    '0x00000000000000000000000000000000000000A2',
  ]
  const [coin, other] = ['0x00000000000000000000000000000000000000C1', '0x00000000000000000000000000000000000000C2']
  const chain = { ...local.chains[0]!, wrappedNative: undefined, positionManager: manager, trusted: [router, router] }
  const telling =
    (names: Readonly<Record<string, string>>): RpcPort =>
    async (_method, [call]) => {
      const named = names[Reflect.get(Object(call), 'to')]
      if (named === undefined) throw new Error('execution reverted')
      return `0x${named.slice(2).padStart(64, '0')}`
    }
  const found = async (names: Readonly<Record<string, string>>) =>
    (await withWrappedCoin(chain, telling(names))).wrappedNative
  expect(await found({ [router]: coin, [manager]: coin })).toBe(coin)
  expect(await found({ [router]: coin })).toBeUndefined()
  expect(await found({ [router]: coin, [manager]: other })).toBeUndefined()
})
