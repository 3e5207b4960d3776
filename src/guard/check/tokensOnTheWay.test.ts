import { encodeFunctionData, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { routerAbi } from '../../../test/guard/corpus/routerAbi'
import {
  answerOf,
  approval,
  chainTime,
  delta,
  exactInputData,
  farUsdc,
  harborSettings,
  intentOf,
  known,
  me,
  planOf,
  record,
  usdc,
  usdt,
} from '../../../test/guard/fixtures'
import { checkPlan } from './checkPlan'

test('what a step before buys for the bridge is read, although it is neither sold nor bought in the end', async () => {
  const intent = intentOf(usdc, '1000', farUsdc)
  const bought = exactInputData({ path: [usdc, usdt], amountIn: intent.sell.units, minimum: 995_000_000n })
  const there = { chain: BigInt(delta.chainId), token: getAddress(farUsdc.address), recipient: getAddress(me) }
  const destination = { ...there, minOut: 990n * 10n ** 18n, deadline: chainTime + 900n }
  const args = [getAddress(usdt.address), 995_000_000n, destination] as const
  const deposit = encodeFunctionData({ abi: routerAbi, functionName: 'deposit', args })
  const plan = planOf(
    intent,
    answerOf([approval(usdc, intent.sell.units), record({ data: bought }), record({ data: deposit })]),
  )

  const asked: string[] = []
  const ask = async (_method: string, params: readonly unknown[]) => {
    asked.push(JSON.stringify(params).toLowerCase())
    throw new Error('The node is away.')
  }
  const nodes = (chainId: number) => (chainId === harborSettings.chainId ? [{ ask }] : [])
  await checkPlan(plan, { nodes }, { now: known.receivedAt, account: me, chains: known.chains })
  const balanceOf = '0x70a08231'
  expect(asked.some((call) => call.includes(usdt.address.toLowerCase()) && call.includes(balanceOf))).toBe(true)
})
