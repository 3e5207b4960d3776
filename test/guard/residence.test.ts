import { Keypair, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RpcPort } from '../../src/chain/rpc'
import type { CheckedPlan } from '../../src/guard/check/checkedPlan'
import { checkPlan } from '../../src/guard/check/checkPlan'
import { defaultMaxAge, noHistory } from '../../src/guard/checkInputs'
import { programs } from '../../src/guard/decode/solana/programs'
import { readAccountKind } from '../../src/guard/simulate/solana/gather'
import { checkOnChain } from '../../src/preparation/checkOnChain'
import { findingText } from '../../src/signing/findings/findingText'
import { deployment, wait, walletsWith } from '../services'
import { type LocalExchange, startLocalExchange, swapOf } from './localExchange'

/* A token bought on Solana and paid on an EVM chain: whether its recipient is controlled by anyone. */

const me = '0x00000000000000000000000000000000000000A1'
const somebody = Keypair.generate().publicKey
let local: LocalExchange

beforeAll(async () => {
  local = await startLocalExchange()
  await local.exchange.fund('evm', me)
  await local.exchange.fund('solana', somebody.toBase58())
})
afterAll(() => local.exchange.stop())

/** The token account of an account. */
function walletOf(owner: PublicKey, mint: string): string {
  const seeds = [owner, new PublicKey(programs.token), new PublicKey(mint)].map((key) => key.toBuffer())
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(programs.associated))[0].toBase58()
}

async function checked(recipient: string, solana?: RpcPort): Promise<CheckedPlan> {
  const buy = local.token('USDC', 'Reef')
  const planned = await local.plan(swapOf(local.token('USDC'), '100', buy, me, { recipient }))
  if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
  const { chains, tokens } = local
  const nodes = (chainId: number) =>
    local.nodes(chainId, solana && chainId === buy.chain.chainId ? { ask: solana } : {})
  const natives = tokens.filter(({ isNative }) => isNative)
  return checkPlan(planned.plan, { nodes }, { now: Date.now(), account: me, chains, natives })
}

const said = ({ verdict }: CheckedPlan) =>
  verdict.findings.flatMap((finding) =>
    finding.code === 'V-013' ? [`${finding.severity}: ${findingText(finding)}`] : [],
  )

describe('V-008 across to Solana', () => {
  test('a wallet receives, whether it has an account there yet or not', async () => {
    for (const recipient of [somebody, Keypair.generate().publicKey].map((key) => key.toBase58())) {
      const found = await checked(recipient)
      expect(found.verdict.level).toBe('proven')
      expect(said(found)).toEqual([`info: ${recipient} receives on Reef. Check the full address.`])
    }
  })

  test('a token account is refused, for what goes there is stuck', async () => {
    const recipient = walletOf(somebody, local.token('USDC', 'Reef').address)
    const found = await checked(recipient)
    expect(found.verdict.level).toBe('blocked')
    expect(said(found)).toEqual([`block: ${recipient} is a token account, not a wallet. Funds sent there are stuck.`])
  })

  test('what belongs to another program is warned of', async () => {
    const recipient = programs.associated
    const found = await checked(recipient)
    expect(found.verdict.level).toBe('tried')
    expect(said(found)[1]).toMatch(/^warn: \w+ is not a plain wallet: the program \w+ controls it\.$/)
  })

  test('a silent node, or one of another network, gives no result, and that is reported', async () => {
    const recipient = somebody.toBase58()
    const silent: RpcPort = async () => {
      throw new Error('It is away.')
    }
    const stranger: RpcPort = async () => 'another genesis'
    for (const [node, why] of [
      [silent, 'The node did not respond. It is away.'],
      [stranger, 'The node belongs to another Solana network.'],
    ] as const)
      expect(said(await checked(recipient, node))).toContain(
        `info: Could not check whether ${recipient} is a wallet. ${why}`,
      )
  })

  test('a node that never answers does not block the check, and that is reported', async () => {
    const recipient = somebody.toBase58()
    const buy = local.token('USDC', 'Reef')
    const planned = await local.plan(swapOf(local.token('USDC'), '100', buy, me, { recipient }))
    if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
    const { chains, tokens } = local
    const never: RpcPort = () => new Promise(() => undefined)
    const away: RpcPort = () => Promise.reject(new Error('It is away.'))
    const nodes = (chainId: number) => [{ ask: chainId === buy.chain.chainId ? never : away }]
    const deps = { nodes, wallets: walletsWith({}), clock: Date.now, wait, deployment: { ...deployment, chains } }
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const looking = checkOnChain(planned.plan, { ...deps, tokens, history: async () => noHistory })
      // The part that reads Solana is fetched first; only then does the patience begin.
      await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), { interval: 5 })
      await vi.advanceTimersByTimeAsync(defaultMaxAge / 2)
      expect(said(await looking)).toContain(
        `info: Could not check whether ${recipient} is a wallet. The node did not respond in time.`,
      )
    } finally {
      vi.useRealTimers()
    }
  })
})

test('an account of either token program is a token account, and an invalid answer gives no result', async () => {
  const owned = (owner: string): RpcPort => {
    const account = { owner, lamports: 1, data: ['', 'base64'] }
    return async (method) => (method === 'getGenesisHash' ? 'here' : { value: [account] })
  }
  const at = somebody.toBase58()
  expect(await readAccountKind(at, owned(programs.token), 'here')).toEqual({ is: 'token account' })
  expect(await readAccountKind(at, owned(programs.token2022), undefined)).toEqual({ is: 'token account' })
  expect(await readAccountKind(at, owned(programs.system), 'here')).toEqual({ is: 'wallet' })
  const odd: RpcPort = async (method) => (method === 'getGenesisHash' ? 'here' : 'odd')
  expect(await readAccountKind(at, odd, 'here')).toMatchObject({ is: 'unknown' })
})
