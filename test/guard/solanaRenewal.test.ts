import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromUnits } from '../../src/domain/amount'
import type { Plan } from '../../src/guard/plan'
import { planSwap } from '../../src/guard/plan/planSwap'
import { openOrder } from '../../src/orders/openOrder'
import { createPlanChecker } from '../../src/preparation/planChecker'
import { accountWith, chainWith, deployment, wait, walletsWith } from '../services'
import { answerOf, record } from './fixtures'
import { ledger, localSolana, offered, rpc, startLocalExchange, trader } from './localSolana'

/* The last look before a wallet is asked, at an offer of the local Solana exchange. */

beforeAll(startLocalExchange)
afterAll(() => ledger.stop())

const receivedAt = 1_000_000
const address = trader.publicKey.toBase58()

/** The service's current answer, and its intent. */
function asked() {
  const { data, amountOut, intent } = offered('USDC', 'BONQ', 1_000_000n)
  const transaction = record({ data, to: 'orderService', chainType: 'SOLANA', value: '0' })
  return { intent, answer: answerOf([transaction], { minAmountOut: fromUnits(amountOut, intent.buy.decimals) }) }
}

function planned(): Plan {
  const { intent, answer } = asked()
  const result = planSwap(intent, answer, { receivedAt, chains: [] })
  if (result.is === 'refused') throw new Error(JSON.stringify(result.findings))
  return result.plan
}

function checker() {
  const { intent } = asked()
  const said = { message: 'ok', deviations: [], receivedAt, age: 0, from: 'service' } as const
  const swap = async () => ({ is: 'answer', answer: { ...said, value: asked().answer } }) as const
  const settings = chainWith(localSolana.chainId, localSolana.name, { kind: 'solana', genesisHash: ledger.genesis })
  return createPlanChecker({
    deployment: { ...deployment, chains: [settings] },
    askSwap: swap,
    tokens: async () => [intent.sell.token, intent.buy],
    nodes: () => [{ ask: rpc }],
    wallets: walletsWith({ accounts: [accountWith({ kind: 'solana', address })] }),
    wait,
    clock: () => receivedAt + 1_000,
    orders: () => [],
  })
}

test('F-45 an offer whose blockhash died before it was signed is asked for again, checked, and never signed stale', async () => {
  const order = openOrder('one', planned(), receivedAt)
  const [step] = order.plan.steps
  const { checkStep, requote } = checker()
  expect(await checkStep(order, step!)).toEqual({ is: 'passed' })

  for (let block = 0; block < 155; block++) ledger.airdrop(Keypair.generate().publicKey.toBase58(), 1_000_000n)
  expect(await checkStep(order, step!)).toEqual({ is: 'expired' })
  const renewal = await requote(order)
  if (renewal.is !== 'plan') throw new Error(JSON.stringify(renewal.failure))
  expect(renewal.plan.hash).not.toBe(order.plan.hash)
  expect(renewal.plan.steps[0]).not.toMatchObject(step!)
  expect(await checkStep(openOrder('two', renewal.plan, receivedAt), renewal.plan.steps[0]!)).toEqual({ is: 'passed' })
})
