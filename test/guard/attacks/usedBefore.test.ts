import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noHistory } from '../../../src/guard/checkInputs'
import { codeAt } from '../../../src/guard/rules/input/ruleInput'
import { compile } from '../contracts/compile'
import { approveData } from '../fixtures'
import { swapOf } from '../localExchange'
import { type Arena, harbor, judge, openArena, periphery, soon, statedMinimum } from './adversary'

/*
 * C8: a contract that worked before is switched, or the code behind it replaced, after the check of the plan. C7: the
 * record of its use is forged by someone with write access to this browser's storage.
 */

let arena: Arena
let switched: Address
let proxy: Address
let implementations: readonly [Address, Address]

const control = parseAbi(['function flip()', 'function upgrade(address implementation)'])

beforeAll(async () => {
  arena = await openArena()
  const args = encodeAbiParameters(parseAbiParameters('address router'), [arena.router])
  switched = await deployed(concat([compile('SwitchRouter'), args]))
  implementations = [await twoFaced(6), await twoFaced(0)]
  const first = encodeAbiParameters(parseAbiParameters('address implementation'), [implementations[0]])
  proxy = await deployed(concat([compile('Proxy'), first]))
})
afterAll(() => arena.exchange.stop())

async function deployed(data: Hex): Promise<Address> {
  const { contractAddress } = await arena.send(harbor, { from: arena.thief, data })
  return getAddress(contractAddress!)
}

function twoFaced(trick: number): Promise<Address> {
  const args = encodeAbiParameters(parseAbiParameters('address router, uint8 trick'), [arena.router, trick])
  return deployed(concat([compile('TwoFaced'), args]))
}

/** The thief's action between the check and the signature. */
const springs: readonly (readonly [string, () => Address, () => Promise<void>])[] = [
  [
    'a router with a switch',
    () => switched,
    () => arena.act(arena.thief, switched, encodeFunctionData({ abi: control, functionName: 'flip' })),
  ],
  [
    'a proxy',
    () => proxy,
    () =>
      arena.act(
        arena.thief,
        proxy,
        encodeFunctionData({ abi: control, functionName: 'upgrade', args: [implementations[1]] }),
      ),
  ],
]

/** The hash of a transaction that no one sent. */
const madeUp = `0x${'7'.repeat(64)}`

/** An honest swap through that contract, by someone whose browser remembers it. */
async function through(contract: Address, hash = madeUp) {
  const intent = swapOf(arena.token('USDC'), '500', arena.token('WETH'), arena.me)
  const answer = await arena.ask(intent)
  const params = {
    ...{ tokenIn: getAddress(intent.sell.token.address), tokenOut: getAddress(intent.buy.address), fee: 3000 },
    ...{ recipient: arena.me, deadline: soon(), amountIn: intent.sell.units },
    ...{ amountOutMinimum: statedMinimum(answer, intent.buy), sqrtPriceLimitX96: 0n },
  }
  const data = encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] })
  const [approve, swap] = [answer.transactions[0]!, answer.transactions.at(-1)!]
  const transactions = [
    { ...approve, to: intent.sell.token.address, data: approveData(contract, intent.sell.units), order: 0 },
    { ...swap, to: contract, data, order: 1 },
  ]
  const listed = { ...answer, transactions }
  const planned = await arena.plan(intent, listed)
  if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
  const { inputs } = await arena.check(planned.plan)
  const { chainId } = intent.sell.token.chain
  const codeHash = inputs.evidence.flatMap((each) => (each.is === 'read' ? (codeAt(each, contract) ?? []) : []))[0]!
  const history = { ...noHistory, contracts: [{ chainId, address: contract, codeHash, hash }] }
  const checked = await arena.check(planned.plan, { history })
  const trust = checked.verdict.findings.find(({ code }) => code === 'V-035')?.kind
  return { plan: planned.plan, trust, judged: await judge(arena, intent, listed, { history }), history }
}

describe.each(springs)('C8 C7 %s that is remembered', (_, contract, spring) => {
  test('a remembered contract is honest during the check, and keeps everything when it is used', async () => {
    const { plan, history } = await through(contract())
    expect(history.contracts).toHaveLength(1)
    expect(await arena.lossOf(plan)).toBeLessThan(15)
    expect(await arena.lossOf(plan, spring)).toBeGreaterThan(490)
  })

  test('a remembered contract is never green', async () => {
    const { judged } = await through(contract())
    expect(judged).toMatchObject({ rating: 'amber', codes: ['V-035'] })
  })
})

describe('C7 V-035 a contract counts as used before', () => {
  /** Executes the swap as someone, and returns the hash of its last transaction. */
  async function carriedOut({ plan }: Awaited<ReturnType<typeof through>>, from: Address): Promise<string> {
    const hashes: string[] = []
    for (const step of plan.steps) {
      if (step.kind !== 'evm') throw new Error('Only transactions of an EVM chain are carried out here.')
      const { status, transactionHash } = await arena.send(harbor, { from, to: step.to, data: step.data })
      expect(status).toBe('0x1')
      hashes.push(transactionHash)
    }
    return hashes.at(-1)!
  }

  test('when the chain has a receipt of the same account for it, and not before', async () => {
    const honest = await twoFaced(6)
    const first = await through(honest)
    expect(first.trust).toBe('first-use')
    const hash = await carriedOut(first, arena.me)
    expect((await through(honest, hash)).trust).toBe('seen')
  })

  test('never by the transaction of another contract or of another account, for any content of the journal', async () => {
    const [honest, forged] = [await twoFaced(6), await twoFaced(6)]
    const hash = await carriedOut(await through(honest), arena.me)
    expect((await through(forged, hash)).trust).toBe('first-use')
    const byThief = await carriedOut(await through(forged), arena.thief)
    expect((await through(forged, byThief)).trust).toBe('first-use')
  })
})
