import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromUnits } from '../../../src/domain/amount'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import { planSwap } from '../../../src/guard/plan/planSwap'
import type { DeploymentChain } from '../../../src/protocol/deployment/deployment'
import { answerOf, harborSettings, record } from '../fixtures'
import { ledger, marketMaker, offered, rpc, startLocalExchange, trader } from '../localSolana'
import { ratingOf } from './adversary'

/* C9 on Solana: the service lists a mint of the thief's under a name that everyone knows, at a price that fits. */

beforeAll(startLocalExchange)
afterAll(() => ledger.stop())

async function buying(tokens: DeploymentChain['tokens'], network: Pick<DeploymentChain, 'genesisHash'> = ofLedger()) {
  const { data, intent, amountOut } = offered('USDC', 'BONQ', 25_000_000n, trader)
  const settings: DeploymentChain = {
    ...harborSettings,
    ...{ chainId: intent.buy.chain.chainId, kind: 'solana', name: 'Reef', wrappedNative: undefined, ...network },
    ...{ nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 }, trusted: [marketMaker.address] },
    ...(tokens && { tokens }),
  }
  const records = [record({ data, to: marketMaker.address, chainType: 'SOLANA', value: '0' })]
  const answer = answerOf(records, { minAmountOut: fromUnits(amountOut, intent.buy.decimals) })
  const planned = planSwap(intent, answer, { receivedAt: 1_000, chains: [settings] })
  if (planned.is === 'refused') throw new Error('It is no plan at all.')
  const nodes = () => [{ ask: rpc }]
  const checked = await checkPlan(planned.plan, { nodes }, { now: 2_000, account: intent.sender, chains: [settings] })
  const loud = checked.verdict.findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
  return { rating: ratingOf(checked), codes: loud.map(({ code }) => code) }
}

test('V-053 a mint under a ticker that settings name for another is blocked', async () => {
  const real = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  expect(await buying([{ symbol: 'BONQ', address: real }])).toEqual({ rating: 'blocked', codes: ['V-053'] })
})

test('V-053 the mint that settings name, and one that no one names, pass', async () => {
  const { intent } = offered('USDC', 'BONQ', 25_000_000n, trader)
  const own = [intent.sell.token, intent.buy].map(({ symbol, address }) => ({ symbol, address }))
  expect(await buying(own)).toEqual({ rating: 'green', codes: [] })
  expect(await buying(undefined)).toEqual({ rating: 'green', codes: [] })
})

test('V-053 a thief’s mint under a well-known ticker takes a tick where settings do not say which network it is', async () => {
  expect(await buying(undefined, { genesisHash: undefined })).toEqual({ rating: 'amber', codes: ['V-053'] })
})

const ofLedger = () => ({ genesisHash: ledger.genesis })
