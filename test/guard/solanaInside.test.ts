import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import bs58 from 'bs58'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RpcPort } from '../../src/chain/rpc'
import { judgeSolana } from '../../src/guard/check/checkSolanaPlan'
import { consentsTo } from '../../src/signing/review/consent'
import {
  checkTransaction,
  ledger,
  makerToken,
  offered,
  pay,
  problems,
  remade,
  rpc,
  startLocalExchange,
  thief,
  trader,
  usdcOf,
} from './localSolana'

/* Inner instructions of an opaque program with the person's signature, by the simulation. */

beforeAll(startLocalExchange)
afterAll(() => ledger.stop())

const me = trader.publicKey
const token = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const system = SystemProgram.programId.toBase58()
const stake = 'Stake11111111111111111111111111111111111111'
/** A program that the network runs, that does nothing, and that the guard does not read. */
const opaqueProgram = new PublicKey('Ed25519SigVerify111111111111111111111111111')

function opaque(...accounts: PublicKey[]): TransactionInstruction {
  const keys = accounts.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(me), isWritable: true }))
  return new TransactionInstruction({ programId: opaqueProgram, keys, data: Buffer.from([0, 0]) })
}

type Written = Readonly<Record<string, unknown>>
type Answer = { value: Record<string, unknown> & { accounts: unknown[] } }
type Patch = (value: Answer['value'], addresses: readonly string[]) => object

function simulating(patch: Patch): RpcPort {
  return async (method, params) => {
    const answer = (await rpc(method, params)) as Answer
    if (method !== 'simulateTransaction') return answer
    const { addresses } = (params[1] as { accounts: { addresses: string[] } }).accounts
    return { value: { ...answer.value, ...patch(answer.value, addresses) } }
  }
}

/** A node that has these accounts, before and after. */
function holding(before: ReadonlyMap<string, object | null>, after = before): RpcPort {
  const placed = (states: ReadonlyMap<string, object | null>, list: unknown[], addresses: readonly string[]) =>
    list.map((each, index) => (states.has(addresses[index]!) ? states.get(addresses[index]!) : each))
  const simulated = simulating((value, addresses) => ({
    innerInstructions: [],
    accounts: placed(after, value.accounts, addresses),
  }))
  return async (method, params) => {
    const answer = (await simulated(method, params)) as { value: unknown[] }
    return method === 'getMultipleAccounts' ? { value: placed(before, answer.value, params[0] as string[]) } : answer
  }
}

/** An honest swap with a call that no one can read next to it, which asks for these things. */
async function judged(instructions: readonly Written[] | null, ...accounts: PublicKey[]) {
  const { data, intent, amountOut } = offered('USDC', 'BONQ', 25_000_000n)
  const changed = remade(data, (list) => [...list, opaque(me, ...accounts)])
  const given = instructions === null ? null : [{ index: 3, instructions }]
  const port = simulating(() => ({ innerInstructions: given }))
  const { verdict } = await checkTransaction(changed, intent, amountOut, port)
  return verdict
}

const sentence = (programId: string, type: string, info: object): Written => ({
  programId,
  program: 'x',
  parsed: { type, info },
  stackHeight: 2,
})
const bytes = (programId: string, accounts: PublicKey[], data: number[]): Written => ({
  programId,
  accounts: accounts.map(String),
  data: bs58.encode(Uint8Array.from(data)),
  stackHeight: 2,
})

const [mine, theirs] = [me.toBase58(), thief.publicKey.toBase58()]
const fundedWallet = () => usdcOf(me)
const [treasury, severalSigners] = [Keypair.generate().publicKey, Keypair.generate().publicKey]
const amount = [1, 0, 0, 0, 0, 0, 0, 0]

describe('S-7 inside a program that no one can read', () => {
  test.each<[string, () => Written]>([
    [
      'approve, in words',
      () => sentence(token, 'approve', { source: String(fundedWallet()), delegate: theirs, owner: mine }),
    ],
    ['approve, in bytes', () => bytes(token, [fundedWallet(), thief.publicKey, me], [4, ...amount])],
    [
      'approveChecked',
      () => bytes(token, [fundedWallet(), makerToken('USDC').mint!, thief.publicKey, me], [13, ...amount, 6]),
    ],
    [
      'setAuthority, in words',
      () =>
        sentence(token, 'setAuthority', {
          account: String(fundedWallet()),
          authority: mine,
          authorityType: 'accountOwner',
          newAuthority: theirs,
        }),
    ],
    ['setAuthority, in bytes', () => bytes(token, [fundedWallet(), me], [6, 2, 1, ...thief.publicKey.toBytes()])],
    [
      'closeAccount to a stranger, in words',
      () => sentence(token, 'closeAccount', { account: String(fundedWallet()), destination: theirs, owner: mine }),
    ],
    ['closeAccount to a stranger, in bytes', () => bytes(token, [fundedWallet(), thief.publicKey, me], [9])],
    [
      'the stake program, in words',
      () =>
        sentence(stake, 'withdraw', {
          stakeAccount: String(Keypair.generate().publicKey),
          destination: theirs,
          withdrawAuthority: mine,
        }),
    ],
    [
      'the stake program, in bytes',
      () => bytes(stake, [thief.publicKey, thief.publicKey, me], [4, 0, 0, 0, ...amount]),
    ],
    [
      'a nonce account handed over',
      () => sentence(system, 'authorizeNonce', { nonceAccount: theirs, nonceAuthority: mine, newAuthorized: theirs }),
    ],
    [
      'a transfer of an account with several signers, in words',
      () =>
        sentence(token, 'transfer', {
          source: String(treasury),
          destination: theirs,
          multisigAuthority: String(severalSigners),
          signers: [mine],
          amount: '1',
        }),
    ],
    [
      'a transfer of an account with several signers, in bytes',
      () => bytes(token, [treasury, thief.publicKey, severalSigners, me], [3, ...amount]),
    ],
    ['the account itself assigned', () => sentence(system, 'assign', { account: mine, owner: theirs })],
  ])('%s is blocked', async (_name, asked) => {
    const verdict = await judged([asked()], thief.publicKey)
    expect(verdict.level).toBe('blocked')
    expect(verdict.findings.filter(({ severity }) => severity === 'block').map(({ code }) => code)).toEqual(['V-011'])
  })

  test.each<[string, () => Written]>([
    [
      'a transfer of what is sold',
      () =>
        sentence(token, 'transfer', {
          source: String(fundedWallet()),
          destination: theirs,
          authority: mine,
          amount: '1',
        }),
    ],
    [
      'a payout of a pool',
      () =>
        sentence(token, 'transfer', {
          source: String(treasury),
          destination: String(fundedWallet()),
          authority: theirs,
          amount: '1',
        }),
    ],
    [
      'an account of the program’s own that is handed over',
      () => sentence(token, 'setAuthority', { account: theirs, authority: theirs, newAuthority: mine }),
    ],
    [
      'one’s own wrapped SOL closed to oneself',
      () => sentence(token, 'closeAccount', { account: String(fundedWallet()), destination: mine, owner: mine }),
    ],
    ['a stake of somebody else', () => sentence(stake, 'split', { stakeAccount: theirs, stakeAuthority: theirs })],
    ['an approval by the program itself', () => bytes(token, [thief.publicKey, me, thief.publicKey], [4, ...amount])],
  ])('%s is no gift of power', async (_name, asked) => {
    const verdict = await judged([asked()], thief.publicKey)
    expect(verdict.findings.filter(({ severity }) => severity === 'block')).toEqual([])
  })

  test('S-10 a node that returns no inner instructions is reported', async () => {
    const kinds = async (given: readonly Written[] | null) => (await judged(given)).findings.map(({ kind }) => kind)
    expect(await kinds(null)).toContain('inside-partly-seen')
    expect(await kinds([{ stackHeight: 2 }])).toContain('inside-partly-seen')
    expect(await kinds([])).not.toContain('inside-partly-seen')
  })

  test('S-7 a memo in words, or an entry that cannot be read, hides nothing of the rest', async () => {
    const approval = sentence(token, 'approve', { source: String(fundedWallet()), delegate: theirs, owner: mine })
    const memo = { program: 'spl-memo', programId: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', parsed: 'hello' }
    const kinds = async (given: readonly Written[]) => (await judged(given)).findings.map(({ kind }) => kind)
    expect(await kinds([memo, approval])).toContain('surrenders')
    expect(await kinds([{ stackHeight: 2 }, approval])).toEqual(
      expect.arrayContaining(['surrenders', 'inside-partly-seen']),
    )
    expect(await kinds([memo])).not.toContain('inside-partly-seen')
    // Only memos are parsed to a text: elsewhere it is no evidence of the action.
    expect(await kinds([{ ...memo, programId: token }])).toContain('inside-partly-seen')
  })

  test('S-7 a position handed to it is blocked, the rest of a divisible token is not', async () => {
    const mint = Keypair.generate().publicKey
    const found = async (state: object | null) => {
      const { data, intent, amountOut } = offered('USDC', 'BONQ', 25_000_000n)
      const account = Keypair.generate().publicKey
      const changed = remade(data, (list) => [...list, opaque(me, account)])
      const held = Buffer.concat([mint.toBuffer(), me.toBuffer(), Buffer.from(amount), Buffer.alloc(93)])
      const states = new Map<string, object | null>([
        [account.toBase58(), { lamports: 5, owner: token, data: [held.toString('base64'), 'base64'] }],
        [mint.toBase58(), state],
      ])
      const { verdict } = await checkTransaction(changed, intent, amountOut, holding(states))
      return verdict.findings.filter(({ code, severity }) => code === 'V-011' && severity !== 'ok')
    }
    const mintOf = (supply: bigint, decimals: number) => {
      const data = Buffer.alloc(82)
      data.writeBigUInt64LE(supply, 36)
      data[44] = decimals
      return { lamports: 5, owner: token, data: [data.toString('base64'), 'base64'] }
    }
    expect(await found(mintOf(1n, 0))).toMatchObject([{ kind: 'reaches-position', severity: 'block' }])
    expect(await found(mintOf(9_000_000_000n, 6))).toEqual([])
    expect(await found(mintOf(500n, 0))).toEqual([])
    expect(await found(null)).toMatchObject([{ kind: 'may-reach-position', severity: 'warn' }])
  })

  test('S-10 what another program keeps for the person is not changed unseen', async () => {
    const account = Keypair.generate().publicKey
    const lender = Keypair.generate().publicKey.toBase58()
    const stateOf = (names: PublicKey, deposit: number) => ({
      lamports: 5,
      owner: lender,
      data: [Buffer.concat([Buffer.alloc(8, deposit), names.toBuffer()]).toString('base64'), 'base64'],
    })
    const found = async (before: object, after: object | null, isVouched: boolean) => {
      const { data, intent, amountOut } = offered('USDC', 'BONQ', 25_000_000n)
      const changed = remade(data, (list) => [...list, opaque(me, account)])
      const [was, is] = [before, after].map((state) => new Map([[account.toBase58(), state]]))
      const { input } = await checkTransaction(changed, intent, amountOut, holding(was!, is!))
      const trusted = new Set(isVouched ? [opaqueProgram.toBase58()] : [])
      const verdict = judgeSolana([{ ...input!, inputs: { ...input!.inputs, trusted } }])
      return verdict.findings.flatMap(({ kind, severity }) => (kind === 'alters' ? [severity] : []))
    }
    expect(await found(stateOf(me, 9), stateOf(me, 0), false)).toEqual(['block'])
    expect(await found(stateOf(me, 9), null, false)).toEqual(['block'])
    expect(await found(stateOf(me, 9), stateOf(me, 0), true)).toEqual(['warn'])
    expect(await found(stateOf(me, 9), stateOf(me, 9), false)).toEqual([])
    // A pool changes with each swap, and names no one.
    expect(await found(stateOf(thief.publicKey, 9), stateOf(thief.publicKey, 0), false)).toEqual([])
  })

  test('S-10 a stake of the person’s that is not as it was', async () => {
    const account = Keypair.generate().publicKey
    const state = {
      lamports: 5,
      owner: stake,
      data: [Buffer.concat([Buffer.alloc(12), me.toBuffer()]).toString('base64'), 'base64'],
    }
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 25_000_000n)
    const changed = remade(data, (list) => [...list, opaque(me, account)])
    const seen = (after: object | null): RpcPort => {
      const place = (list: unknown[], addresses: readonly string[], value: unknown) =>
        list.map((each, index) => (addresses[index] === account.toBase58() ? value : each))
      const simulated = simulating((value, addresses) => ({ accounts: place(value.accounts, addresses, after) }))
      return async (method, params) => {
        const answer = (await simulated(method, params)) as { value: unknown[] }
        if (method !== 'getMultipleAccounts') return answer
        return { value: place(answer.value, params[0] as string[], state) }
      }
    }
    const problemsOf = async (after: object | null) =>
      problems((await checkTransaction(changed, intent, amountOut, seen(after))).verdict).join()
    expect(await problemsOf({ ...state, lamports: 4 })).toMatch(/V-034 .*stake/)
    expect(await problemsOf(null)).toMatch(/V-034 .*stake/)
    expect(await problemsOf(state)).not.toMatch(/V-034/)
  })
})

describe('a program that no one can read', () => {
  test.each([true, false])('S-5 needs the amount typed, vouched for or not (%s)', async (isVouched) => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 25_000_000n)
    const { input } = await checkTransaction(
      remade(data, (list) => [...list, opaque(me)]),
      intent,
      amountOut,
    )
    const trusted = new Set(isVouched ? [opaqueProgram.toBase58()] : [])
    const verdict = judgeSolana([{ ...input!, inputs: { ...input!.inputs, trusted } }])
    expect(verdict.level).toBe('tried')
    const impact = { is: 'known', level: 'none', bps: 0 } as const
    expect(consentsTo(verdict, impact, intent.sell).map(({ is }) => is)).toEqual(['amount'])
  })
})

describe('S-6 an account for open orders', () => {
  const orders = Keypair.generate()
  const opening = (lamports: number) =>
    SystemProgram.createAccount({
      fromPubkey: me,
      newAccountPubkey: orders.publicKey,
      lamports,
      space: 3_228,
      programId: opaqueProgram,
    })

  async function opened({ lamports = 23_357_760, owner = me, trusted = [opaqueProgram.toBase58()], calls = true }) {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 25_000_000n)
    const changed = remade(data, (list) => [
      opening(lamports),
      ...(calls ? [opaque(me, orders.publicKey)] : []),
      ...list,
    ])
    const port = simulating((value, addresses) => ({
      accounts: value.accounts.map((each, index) =>
        addresses[index] === orders.publicKey.toBase58()
          ? {
              lamports,
              owner: String(opaqueProgram),
              data: [Buffer.concat([Buffer.alloc(45), owner.toBuffer()]).toString('base64'), 'base64'],
            }
          : each,
      ),
    }))
    const { input } = await checkTransaction(changed, intent, amountOut, port)
    const judged = judgeSolana([{ ...input!, inputs: { ...input!.inputs, trusted: new Set(trusted) } }])
    return judged.findings.filter(({ code, severity }) => code === 'V-055' && severity !== 'ok').map(({ kind }) => kind)
  }

  test('of a program of this deployment, for the person, costs its deposit and a tick', async () => {
    expect(await opened({})).toEqual(['opens-orders'])
  })

  test('for someone else, of an unknown program, too dear, or never used is blocked', async () => {
    for (const one of [{ owner: thief.publicKey }, { trusted: [] }, { lamports: 60_000_000 }, { calls: false }])
      expect(await opened(one)).toEqual(['locks-up'])
  })
})

describe('S-10 a swap into little SOL', () => {
  /** The person's final balance by the node, a lamport more or less. */
  const keeping =
    (delta: bigint): Patch =>
    (value, addresses) => ({
      accounts: value.accounts.map((each, index) => {
        const account = each as { lamports: number } | null
        return addresses[index] === mine && account ? { ...account, lamports: account.lamports + Number(delta) } : each
      }),
    })

  test('of which nothing arrives is blocked, however small the amount', async () => {
    // About 0.005 SOL: less than what fees may cost.
    const { data, intent, amountOut } = offered('USDC', 'SOL', 900_000n)
    expect(amountOut).toBeLessThan(10_000_000n)
    expect(problems((await checkTransaction(data, intent, amountOut)).verdict)).toEqual([])
    const stolen = await checkTransaction(data, intent, amountOut, simulating(keeping(-amountOut)))
    expect(problems(stolen.verdict).join()).toMatch(/V-016 .*You would receive 0 SOL/)
    const half = await checkTransaction(data, intent, amountOut, simulating(keeping(-amountOut / 2n)))
    expect(half.verdict.level).toBe('blocked')
  })

  test('pays for a tip out of the output', async () => {
    const { data, intent, amountOut } = offered('USDC', 'SOL', 900_000n)
    const builder = new PublicKey('96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5')
    const tipped = remade(data, (list) => [...list, pay(builder, 1_000_000n)])
    expect(problems((await checkTransaction(tipped, intent, amountOut)).verdict)).toEqual([])
  })
})
