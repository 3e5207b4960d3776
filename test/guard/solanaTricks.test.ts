import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  AuthorityType,
  createAssociatedTokenAccountIdempotentInstruction,
  createAssociatedTokenAccountInstruction,
  createCloseAccountInstruction,
  createInitializeAccount3Instruction,
  createSetAuthorityInstruction,
  createSyncNativeInstruction,
  createTransferCheckedInstruction,
  createTransferCheckedWithFeeInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  StakeAuthorizationLayout,
  StakeProgram,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RpcPort } from '../../src/chain/rpc'
import { reasonText } from '../../src/components/reasons/reasonText'
import type { Chain } from '../../src/domain/chain'
import { judgeSolana } from '../../src/guard/check/checkSolanaPlan'
import { compareSigned } from '../../src/guard/check/compareSigned'
import { buildSolanaRuleInput, decodedMovements } from '../../src/guard/rules/input/solanaRuleInput'
import { findingText } from '../../src/signing/findings/findingText'
import { isOf } from './currentCodes'
import {
  bonqOf,
  checkTransaction,
  decode,
  encode,
  friend,
  ledger,
  lookupTable,
  loud,
  makerToken,
  marketMaker,
  memo,
  offered,
  pay,
  payUsdc,
  problems,
  remade,
  replaced,
  rpc,
  startLocalExchange,
  tableAccount,
  thief,
  tokenCall,
  trader,
  usdcOf,
} from './localSolana'

/* Tricks that look like a swap at first sight: each hides where a hurried reader does not look. */

beforeAll(startLocalExchange)
afterAll(() => ledger.stop())

const me = trader.publicKey
const house = () => new PublicKey(marketMaker.address)
const deposit = 2_039_280
const wsolOf = (owner: PublicKey) => getAssociatedTokenAddressSync(NATIVE_MINT, owner)
const opened = (mint: PublicKey, owner: PublicKey) =>
  createAssociatedTokenAccountIdempotentInstruction(me, getAssociatedTokenAddressSync(mint, owner), owner, mint)

type Trick = {
  readonly name: string
  readonly code: string
  readonly level?: 'blocked' | 'tried'
  readonly change: (list: TransactionInstruction[]) => TransactionInstruction[]
}

/** Each is played on an honest swap of USDC for BONQ. */
const tricks: readonly Trick[] = [
  {
    name: 'an account opened for a stranger, at the trader’s expense',
    code: 'S-6',
    level: 'tried',
    change: (list) => [...list, opened(NATIVE_MINT, thief.publicKey)],
  },
  {
    name: 'accounts opened for a crowd',
    code: 'S-6',
    change: (list) => [
      ...list,
      ...Array.from({ length: 5 }, () => opened(makerToken('USDC').mint!, Keypair.generate().publicKey)),
    ],
  },
  {
    name: 'an account created and left to whoever takes it',
    code: 'S-6',
    change: (list) => [
      ...list,
      SystemProgram.createAccount({
        fromPubkey: me,
        newAccountPubkey: house(),
        lamports: deposit,
        space: 165,
        programId: TOKEN_PROGRAM_ID,
      }),
    ],
  },
  {
    name: 'an account created and opened for the thief',
    code: 'S-6',
    change: (list) => [
      ...list,
      SystemProgram.createAccount({
        fromPubkey: me,
        newAccountPubkey: house(),
        lamports: deposit,
        space: 165,
        programId: TOKEN_PROGRAM_ID,
      }),
      createInitializeAccount3Instruction(house(), makerToken('USDC').mint!, thief.publicKey),
    ],
  },
  {
    name: 'many openings of what is there, to make room for a tip',
    code: 'S-6',
    level: 'tried',
    change: (list) => [
      // The cost of an opening depends on the trader's random key; three stay below the limit of the transaction.
      ...Array.from({ length: 3 }, () => opened(makerToken('USDC').mint!, me)),
      ...list,
      pay(thief.publicKey, 5_000_000n),
    ],
  },
  {
    name: 'the account of what is bought handed over after the payout',
    code: 'S-7',
    change: (list) => [
      ...list,
      createSetAuthorityInstruction(bonqOf(me), me, AuthorityType.AccountOwner, thief.publicKey),
    ],
  },
  {
    name: 'the payout sent on to the thief',
    code: 'S-7',
    change: (list) => [
      ...list,
      createTransferCheckedInstruction(bonqOf(me), makerToken('BONQ').mint!, bonqOf(house()), me, 10n, 5),
    ],
  },
  {
    name: 'wrapped SOL filled and closed to the thief in one breath',
    code: 'S-7',
    change: (list) => [
      ...list,
      opened(NATIVE_MINT, me),
      pay(wsolOf(me), 5_000_000_000n),
      createSyncNativeInstruction(wsolOf(me)),
      createCloseAccountInstruction(wsolOf(me), thief.publicKey, me),
    ],
  },
  {
    name: 'SOL parked in the trader’s own wrapped account',
    code: 'S-10',
    change: (list) => [
      ...list,
      opened(NATIVE_MINT, me),
      pay(wsolOf(me), 150_000_000_000n),
      createSyncNativeInstruction(wsolOf(me)),
    ],
  },
  {
    name: 'the same payment twice',
    code: 'S-7a',
    change: (list) => [...list.slice(0, 3), list[2]!, ...list.slice(3)],
  },
  {
    name: 'the payment in two halves, and a third',
    code: 'S-7a',
    change: (list) => [...replaced(list, 2, payUsdc(500_000n)), payUsdc(500_000n), payUsdc(500_000n)],
  },
  {
    name: 'a stake of the trader’s put under the thief',
    code: 'S-7',
    change: (list) => [
      ...list,
      ...StakeProgram.authorize({
        stakePubkey: thief.publicKey,
        authorizedPubkey: me,
        newAuthorizedPubkey: thief.publicKey,
        stakeAuthorizationType: StakeAuthorizationLayout.Withdrawer,
      }).instructions,
    ],
  },
  ...[
    'BPFLoaderUpgradeab1e11111111111111111111111',
    'Vote111111111111111111111111111111111111111',
    'AddressLookupTab1e1111111111111111111111111',
  ].map((program) => ({
    name: `a call to ${program}`,
    code: 'S-7',
    change: (list: TransactionInstruction[]) => [
      ...list,
      new TransactionInstruction({
        programId: new PublicKey(program),
        keys: [{ pubkey: me, isSigner: true, isWritable: true }],
        data: Buffer.from([4, 0, 0, 0]),
      }),
    ],
  })),
  {
    name: 'the bought account frozen by whoever made the token',
    code: 'S-5',
    change: (list) => [...list, tokenCall(10, [bonqOf(me), makerToken('BONQ').mint!, house()])],
  },
  {
    name: 'lamports withdrawn from a token account',
    code: 'S-5',
    change: (list) => [
      ...list,
      new TransactionInstruction({
        programId: TOKEN_2022_PROGRAM_ID,
        keys: [usdcOf(me), thief.publicKey, me].map((pubkey) => ({ pubkey, isSigner: false, isWritable: true })),
        data: Buffer.from([38]),
      }),
    ],
  },
  {
    name: 'a transfer with a fee, in a form of its own',
    code: 'S-7a',
    change: (list) => [
      ...list,
      createTransferCheckedWithFeeInstruction(
        usdcOf(me),
        makerToken('USDC').mint!,
        usdcOf(house()),
        me,
        900_000n,
        6,
        9_000n,
        [],
        TOKEN_2022_PROGRAM_ID,
      ),
    ],
  },
  {
    name: 'a price for compute that drains SOL, hidden behind a small limit for another',
    code: 'S-8',
    change: (list) => [
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000_000_000n }),
      ComputeBudgetProgram.setComputeUnitLimit({ units: 200_000 }),
      ...list.filter(({ programId }) => !programId.equals(ComputeBudgetProgram.programId)),
    ],
  },
  {
    name: 'the old form of asking for compute, with a fee on top',
    code: 'S-5',
    change: (list) => [
      new TransactionInstruction({
        programId: ComputeBudgetProgram.programId,
        keys: [],
        data: Buffer.from([0, 64, 13, 3, 0, 0, 202, 154, 59]),
      }),
      ...list,
    ],
  },
  {
    name: 'a nonce advanced first, so that it never expires',
    code: 'S-7',
    change: (list) => [
      SystemProgram.nonceAdvance({ noncePubkey: Keypair.generate().publicKey, authorizedPubkey: me }),
      ...list,
    ],
  },
  {
    name: 'the payout to an account of the thief that is to look like the trader’s',
    code: 'S-7b',
    change: (list) => {
      const { mint } = makerToken('BONQ')
      const there = bonqOf(thief.publicKey)
      return replaced(
        list,
        4,
        createTransferCheckedInstruction(bonqOf(house()), mint!, there, house(), 100_000_000n, 5),
      ).toSpliced(4, 0, createAssociatedTokenAccountInstruction(house(), there, thief.publicKey, mint!))
    },
  },
]

describe(`${tricks.length} transactions tampered with by tricks`, () => {
  test.each(tricks)('$code $name is $level', async ({ code, change, level = 'blocked' }) => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const { verdict } = await checkTransaction(remade(data, change), intent, amountOut)
    expect(loud(verdict).filter((finding) => isOf(finding, [code]))).not.toEqual([])
    expect(verdict.level).toBe(level)
  })

  test('S-3 a signer who signs nothing but is there to be billed is not mistaken for the trader', async () => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const extra = Keypair.generate()
    const tampered = remade(data, (list) => [
      ...list,
      SystemProgram.transfer({ fromPubkey: extra.publicKey, toPubkey: thief.publicKey, lamports: 1 }),
    ])
    expect(problems((await checkTransaction(tampered, intent, amountOut)).verdict).join()).toContain('V-008')
  })

  test('the same swap in the older form of the format is read the same', async () => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const message = TransactionMessage.decompile(decode(data).message)
    const legacy = marketMaker.countersign(new VersionedTransaction(message.compileToLegacyMessage()))
    const { verdict, input } = await checkTransaction(encode(legacy), intent, amountOut)
    expect(input?.transaction.version).toBe('legacy')
    expect(verdict.level).toBe('proven')
    const tampered = marketMaker.countersign(
      new VersionedTransaction(
        new TransactionMessage({
          ...message,
          instructions: [...message.instructions, pay(thief.publicKey, 100_000_000n)],
        }).compileToLegacyMessage(),
      ),
    )
    expect((await checkTransaction(encode(tampered), intent, amountOut)).verdict.level).toBe('blocked')
  })

  test('S-7 someone else’s permission used in the trader’s own transaction is blocked', async () => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const pull = remade(data, (list) => [
      ...list,
      createTransferCheckedInstruction(bonqOf(me), makerToken('BONQ').mint!, bonqOf(house()), house(), 5n, 5),
    ])
    const { verdict } = await checkTransaction(pull, intent, amountOut)
    expect(problems(verdict).join()).toMatch(/V-011 .* would move tokens out of your account/)
  })

  test('S-7b a recipient that is a token account, and no wallet, is blocked', async () => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const recipient = usdcOf(friend.publicKey)
    marketMaker.fund(friend.publicKey.toBase58(), makerToken('USDC'), 1n)
    const stuck = remade(data, (list) => [...list, opened(makerToken('BONQ').mint!, me), memo(recipient.toBase58())])
    const message = TransactionMessage.decompile(decode(stuck).message)
    message.instructions.push(
      new TransactionInstruction({
        programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
        keys: [{ pubkey: recipient, isSigner: false, isWritable: false }],
        data: Buffer.from('for'),
      }),
    )
    const named = encode(marketMaker.countersign(new VersionedTransaction(message.compileToV0Message())))
    const { verdict } = await checkTransaction(named, { ...intent, recipient: recipient.toBase58() }, amountOut)
    expect(problems(verdict).join()).toMatch(/V-013 .* is a token account, not a wallet/)
  })

  test('what a token keeps of a transfer does not count as arrived', async () => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const taxed = remade(data, (list) =>
      replaced(
        list,
        4,
        createTransferCheckedWithFeeInstruction(
          bonqOf(house()),
          makerToken('BONQ').mint!,
          bonqOf(me),
          house(),
          amountOut,
          5,
          amountOut / 10n,
          [],
          TOKEN_2022_PROGRAM_ID,
        ),
      ),
    )
    const { input } = await checkTransaction(taxed, intent, amountOut)
    expect(decodedMovements(input!).received).toBe(amountOut - amountOut / 10n)
    expect(problems(judgeSolana([input!])).join()).toContain('V-016')
  })
})

describe('findings only by simulation', () => {
  /** A node whose simulation ends with these accounts as they would be after a call no one can read. */
  function ending(change: (address: string, account: Account | null) => Account | null): RpcPort {
    return async (method, params) => {
      const answer = (await rpc(method, params)) as Simulated
      if (method !== 'simulateTransaction') return answer
      const addresses = (params[1] as { accounts: { addresses: string[] } }).accounts.addresses
      const accounts = answer.value.accounts.map((account, index) => change(addresses[index]!, account))
      return { ...answer, value: { ...answer.value, accounts } }
    }
  }
  type Account = { lamports: number; owner: string; data: [string, string] }
  type Simulated = { value: { accounts: (Account | null)[] } }

  const judged = async (change: Parameters<typeof ending>[0], recipient = trader) => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n, recipient)
    return checkTransaction(data, intent, amountOut, ending(change))
  }
  const patched = (account: Account, patch: (bytes: Buffer) => void): Account => {
    const bytes = Buffer.from(account.data[0], 'base64')
    patch(bytes)
    return { ...account, data: [bytes.toString('base64'), 'base64'] }
  }
  const withDelegate = (bytes: Buffer) => {
    bytes.writeUInt32LE(1, 72)
    thief.publicKey.toBuffer().copy(bytes, 76)
  }

  test('S-10 a delegate that appears on an account of the trader’s', async () => {
    const { verdict } = await judged((address, account) =>
      address === bonqOf(me).toBase58() && account ? patched(account, withDelegate) : account,
    )
    expect(problems(verdict).join()).toMatch(/V-034 .* could spend from your token account/)
  })

  test('S-10 a delegate on an account that this very transaction opens', async () => {
    const fresh: RpcPort = async (method, params) => {
      const answer = (await ending((address, account) =>
        address === bonqOf(me).toBase58() && account ? patched(account, withDelegate) : account,
      )(method, params)) as { value: unknown[] }
      if (method !== 'getMultipleAccounts') return answer
      const [addresses] = params as [string[]]
      return {
        value: answer.value.map((account, index) => (addresses[index] === bonqOf(me).toBase58() ? null : account)),
      }
    }
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const { verdict } = await checkTransaction(data, intent, amountOut, fresh)
    expect(problems(verdict).join()).toMatch(/V-034 .* could spend from your token account/)
  })

  test('S-10 a token account of the trader’s that is gone afterwards', async () => {
    const { verdict } = await judged((address, account) => (address === usdcOf(me).toBase58() ? null : account))
    expect(problems(verdict).join()).toMatch(/V-034/)
    expect(verdict.level).toBe('blocked')
  })

  test('S-10 one’s own wrapped SOL, unwrapped, does not count as SOL that was bought', async () => {
    const { data, intent, amountOut } = offered('USDC', 'SOL', 500_000_000n)
    const { input } = await checkTransaction(data, intent, amountOut)
    if (input?.inputs.simulation.is !== 'simulated') throw new Error('The simulation did not run.')
    const account = trader.publicKey.toBase58()
    const { chainId } = intent.sell.token.chain
    const changes = [
      { account, chainId, token: intent.sell.token.address, delta: -intent.sell.units },
      { account, chainId, token: NATIVE_MINT.toBase58(), delta: -amountOut },
      { account, chainId, token: 'native', delta: amountOut },
    ]
    const simulation = { ...input.inputs.simulation, changes }
    const verdict = judgeSolana([{ ...input, inputs: { ...input.inputs, simulation } }])
    expect(verdict.level).toBe('blocked')
    expect(problems(verdict).join()).toMatch(/V-016/)
  })

  test('S-10 SOL that leaves by a way no one can read', async () => {
    const less = (by: number) => (address: string, account: Account | null) =>
      address === me.toBase58() && account ? { ...account, lamports: account.lamports - by } : account
    const some = await judged(less(1_000_000))
    expect(some.verdict.level).toBe('tried')
    expect(problems(some.verdict).join()).toMatch(/V-034 .*SOL leaves on top of/)
    expect((await judged(less(100_000_000))).verdict.level).toBe('blocked')
  })

  test('S-7 the output goes to an account that someone else may spend from', async () => {
    const shared: RpcPort = async (method, params) => {
      const answer = (await rpc(method, params)) as { value: (Account | null)[] }
      const [addresses] = params as [string[]]
      if (method !== 'getMultipleAccounts') return answer
      const value = answer.value.map((account, index) =>
        addresses[index] === bonqOf(me).toBase58() && account ? patched(account, withDelegate) : account,
      )
      return { value }
    }
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const { verdict } = await checkTransaction(data, intent, amountOut, shared)
    expect(problems(verdict).join()).toMatch(/V-011 Your tokens go to .* can spend/)
  })
})

describe('S-7e what the maker of a token may do', () => {
  /** The bought mint as one of the newer program, with these extensions. */
  function made(...extensions: readonly (readonly [ExtensionType, Buffer])[]): RpcPort {
    const room = Buffer.alloc(166)
    room[165] = 1
    const written = extensions.map(([kind, content]) => {
      const header = Buffer.alloc(4)
      header.writeUInt16LE(kind, 0)
      header.writeUInt16LE(content.length, 2)
      return Buffer.concat([header, content])
    })
    const data = [Buffer.concat([room, ...written]).toString('base64'), 'base64']
    const mint = { lamports: 1, owner: TOKEN_2022_PROGRAM_ID.toBase58(), data }
    return async (method, params) => {
      const answer = (await rpc(method, params)) as { value: unknown[] }
      if (method !== 'getMultipleAccounts') return answer
      const [addresses] = params as [string[]]
      const wanted = makerToken('BONQ').mint!.toBase58()
      return { value: answer.value.map((account, index) => (addresses[index] === wanted ? mint : account)) }
    }
  }
  const said = async (port: RpcPort, from: 'USDC' | 'BONQ' = 'USDC') => {
    const { data, intent, amountOut } = offered(from, from === 'USDC' ? 'BONQ' : 'USDC', 1_000_000n)
    const { verdict } = await checkTransaction(data, intent, amountOut, port)
    return verdict.findings
      .filter(({ code }) => code === 'V-053')
      .map((finding) => `${finding.severity} ${findingText(finding)}`)
  }
  const full = (size: number) => Buffer.alloc(size, 7)
  const fee = (bps: number) => {
    const content = Buffer.alloc(108)
    content.writeUInt16LE(bps, 106)
    return content
  }

  test.each([
    ['a permanent delegate', ExtensionType.PermanentDelegate, full(32), /^warn .*can take it out of your account/],
    ['a hook', ExtensionType.TransferHook, full(64), /^warn Every transfer of BONQ runs a program/],
    ['accounts that begin frozen', ExtensionType.DefaultAccountState, Buffer.from([2]), /^warn .*start frozen/],
    ['a switch for all transfers', ExtensionType.PausableConfig, full(33), /^warn .*can stop all transfers/],
    ['a fee on transfers', ExtensionType.TransferFeeConfig, fee(30), /^info BONQ takes a fee/],
    ['no way to pass it on', ExtensionType.NonTransferable, Buffer.alloc(0), /^block You cannot transfer BONQ/],
  ])('%s is reported for a bought token', async (_, kind, content, sentence) => {
    expect(await said(made([kind, content]))).toEqual([expect.stringMatching(sentence)])
  })

  test('of a token that is sold it is only noted', async () => {
    expect(await said(made([ExtensionType.PermanentDelegate, full(32)]), 'BONQ')).toEqual([
      expect.stringMatching(/^info/),
    ])
  })

  test('extensions without an effect are not reported', async () => {
    const idle = made(
      [ExtensionType.MetadataPointer, full(64)],
      [ExtensionType.PermanentDelegate, Buffer.alloc(32)],
      [ExtensionType.TransferHook, Buffer.alloc(64)],
      [ExtensionType.TransferFeeConfig, fee(0)],
      [ExtensionType.DefaultAccountState, Buffer.from([1])],
    )
    expect(await said(idle)).toEqual([])
    expect(await said(rpc)).toEqual([])
  })

  test('one is found behind others', async () => {
    const several = made([ExtensionType.MetadataPointer, full(64)], [ExtensionType.PermanentDelegate, full(32)])
    expect(await said(several)).toHaveLength(1)
  })
})

describe('S-4 lookup tables', () => {
  /** The honest swap with its accounts behind a table that the node returns. */
  function behindTable(
    entries: PublicKey[],
    reported: PublicKey[] = entries,
    change = (list: TransactionInstruction[]) => list,
  ) {
    const table = Keypair.generate().publicKey
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const message = TransactionMessage.decompile(decode(data).message)
    message.instructions = change(message.instructions)
    const tampered = marketMaker.countersign(
      new VersionedTransaction(message.compileToV0Message([lookupTable(table, entries)])),
    )
    const asked: number[] = []
    const port: RpcPort = async (method, params) => {
      if (method === 'simulateTransaction')
        asked.push((params[1] as { accounts: { addresses: string[] } }).accounts.addresses.length)
      if (method !== 'getMultipleAccounts') return rpc(method, params)
      const [addresses] = params as [string[]]
      if (addresses.length > 100) throw new Error('Too many inputs provided; max 100')
      if (!addresses.includes(table.toBase58())) return rpc(method, params)
      return { value: addresses.map((address) => (address === table.toBase58() ? tableAccount(reported) : null)) }
    }
    return { data: encode(tampered), intent, amountOut, port, asked }
  }

  const padding = (count: number) => Array.from({ length: count }, () => Keypair.generate().publicKey)

  test('a long table is read for what the transaction names, and no more', async () => {
    const { data, intent, amountOut, port, asked } = behindTable([
      ...padding(200),
      bonqOf(me),
      usdcOf(me),
      ...padding(40),
    ])
    const { input } = await checkTransaction(data, intent, amountOut, port)
    expect(input?.transaction.lookups[0]).toMatchObject({ writable: expect.arrayContaining([200, 201]) })
    expect(input?.keys).toContain(bonqOf(me).toBase58())
    expect(asked[0]).toBeLessThan(20)
    expect(decodedMovements(input!)).toMatchObject({ spent: 1_000_000n, received: amountOut })
  })

  test('an entry that is another account than the honest one is found out', async () => {
    const { data, intent, amountOut, port } = behindTable([bonqOf(me)], [bonqOf(thief.publicKey)], (list) =>
      list.filter(({ programId }) => !programId.equals(ASSOCIATED_TOKEN_PROGRAM_ID)),
    )
    const { input, verdict } = await checkTransaction(data, intent, amountOut, port)
    expect(decodedMovements(input!).received).toBe(0n)
    expect(problems(verdict).join()).toContain('V-016')
  })

  test('an entry that is not there, a dead table and a stranger’s account are blocked', async () => {
    const short = behindTable([...padding(3), bonqOf(me)], padding(2))
    expect(
      problems((await checkTransaction(short.data, short.intent, short.amountOut, short.port)).verdict).join(),
    ).toContain('V-038')
    for (const change of [
      (account: ReturnType<typeof tableAccount>) => ({ ...account, owner: SystemProgram.programId.toBase58() }),
      (account: ReturnType<typeof tableAccount>) => {
        const bytes = Buffer.from(account.data[0]!, 'base64')
        bytes.writeBigUInt64LE(7n, 4)
        return { ...account, data: [bytes.toString('base64'), 'base64'] }
      },
    ]) {
      const { data, intent, amountOut, port } = behindTable([bonqOf(me)])
      const failingRpc: RpcPort = async (method, params) => {
        const answer = (await port(method, params)) as { value: unknown }
        const [table] = method === 'getMultipleAccounts' ? (answer.value as unknown[]) : []
        const isTable = (table as { owner?: string } | undefined)?.owner?.startsWith('AddressLookup')
        return isTable ? { value: [change(table as ReturnType<typeof tableAccount>)] } : answer
      }
      expect(problems((await checkTransaction(data, intent, amountOut, failingRpc)).verdict).join()).toContain('V-038')
    }
  })
})

describe('S-7c a deposit for another chain', () => {
  const far: Chain = { id: 1, chainId: 741_001, name: 'Harbor', kind: 'evm', isEnabled: true }

  test('that pays by an instruction no one needs is blocked, however vouched for the rest is', async () => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const hidden = remade(data, (list) => [
      ...list.slice(0, 2),
      tokenCall(27, [usdcOf(me), makerToken('USDC').mint!, usdcOf(thief.publicKey), me]),
      memo('cross1 741001 native 0x00000000000000000000000000000000000000AA 1 2000000000'),
    ])
    const { input } = await checkTransaction(hidden, intent, amountOut)
    const crossing = buildSolanaRuleInput({ ...input!, intent: { ...intent, buy: { ...intent.buy, chain: far } } })
    expect(problems(judgeSolana([crossing])).join()).toMatch(/V-035 No swap needs this/)
  })
})

describe('S-11 what a wallet may make of it', () => {
  const lighthouse = new PublicKey('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95')
  const assertion = new TransactionInstruction({ programId: lighthouse, keys: [], data: Buffer.from([9]) })
  const price = (microLamports: bigint) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports })
  const limit = (units: number) => ComputeBudgetProgram.setComputeUnitLimit({ units })
  const withoutBudget = (list: TransactionInstruction[]) =>
    list.filter(({ programId }) => !programId.equals(ComputeBudgetProgram.programId))
  const signedAs = (change: (list: TransactionInstruction[]) => TransactionInstruction[]) => {
    const { data } = offered('USDC', 'BONQ', 1_000_000n)
    return compareSigned(data, remade(data, change))
  }

  test.each<[string, (list: TransactionInstruction[]) => TransactionInstruction[]]>([
    ['a limit for compute', (list) => [limit(300_000), ...withoutBudget(list)]],
    ['a priority fee', (list) => [price(20_000n), ...list]],
    ['both, in place of its own', (list) => [limit(400_000), price(1_000_000n), ...withoutBudget(list)]],
    ['an assertion at the end', (list) => [...list, assertion]],
    ['assertions around', (list) => [assertion, ...list, assertion]],
  ])('%s is tolerated', (_, change) => {
    expect(signedAs(change)).toBeUndefined()
  })

  test.each<[string, (list: TransactionInstruction[]) => TransactionInstruction[], RegExp]>([
    ['a priority fee above the cap', (list) => [price(10n ** 11n), ...list], /fees could now reach/],
    ['a memo', (list) => [...list, memo('hello')], /added a call to Memo/],
    ['a tip', (list) => [...list, pay(thief.publicKey, 1n)], /added a call to 1111/],
    [
      'a nonce in front',
      (list) => [SystemProgram.nonceAdvance({ noncePubkey: friend.publicKey, authorizedPubkey: me }), ...list],
      /added a call/,
    ],
    ['the same payment once more', (list) => [...list, list[2]!], /added a call to Token/],
    [
      'two instructions the other way round',
      (list) => [...list.slice(0, 2), list[4]!, ...list.slice(3, 4), list[2]!, ...list.slice(5)],
      /missing or was changed|added a call/,
    ],
    [
      'a token account in another’s place',
      (list) =>
        replaced(
          list,
          4,
          createTransferCheckedInstruction(
            bonqOf(house()),
            makerToken('BONQ').mint!,
            bonqOf(friend.publicKey),
            house(),
            1n,
            5,
          ),
        ),
      /missing or was changed/,
    ],
  ])('%s is a change, and is not sent', (_, change, why) => {
    const found = signedAs(change)
    expect(found && reasonText(found)).toMatch(why)
  })

  test('what the exchange has signed cannot be added to without its signature', () => {
    const { data } = offered('USDC', 'BONQ', 1_000_000n)
    const transaction = decode(data)
    const message = TransactionMessage.decompile(transaction.message)
    message.instructions = [price(5n), ...message.instructions]
    const added = new VersionedTransaction(message.compileToV0Message(), transaction.signatures)
    expect(compareSigned(data, encode(added))).toMatchObject({ code: 'signed.breaks-signature' })
  })

  test('another payer, another lifetime or another number of signers is a change', () => {
    const { data } = offered('USDC', 'BONQ', 1_000_000n)
    const message = () => TransactionMessage.decompile(decode(data).message)
    const [payer, lifetime] = [message(), message()]
    payer.payerKey = friend.publicKey
    lifetime.recentBlockhash = Keypair.generate().publicKey.toBase58()
    for (const changed of [payer, lifetime])
      expect(
        compareSigned(data, encode(marketMaker.countersign(new VersionedTransaction(changed.compileToV0Message())))),
      ).toMatchObject({ code: expect.stringMatching(/^signed\./) })
  })

  describe('with several lookup tables, as Jupiter routes have them', () => {
    const [first, second] = [Keypair.generate().publicKey, Keypair.generate().publicKey]
    const pools = Array.from({ length: 6 }, () => Keypair.generate().publicKey)
    const tables = [lookupTable(first, pools.slice(0, 3)), lookupTable(second, [pools[1]!, ...pools.slice(3)])] as const
    const entries = new Map(
      tables.map(({ key, state }) => [key.toBase58(), state.addresses.map((address) => address.toBase58())]),
    )
    const route = (...keys: PublicKey[]) =>
      new TransactionInstruction({
        programId: new PublicKey('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'),
        keys: keys.map((pubkey, index) => ({ pubkey, isSigner: false, isWritable: index % 2 === 0 })),
        data: Buffer.from([229, 23, 203, 151]),
      })
    const compiled = (
      change: (list: TransactionInstruction[]) => TransactionInstruction[],
      used: readonly ReturnType<typeof lookupTable>[] = tables,
    ) => {
      const { data } = offered('USDC', 'BONQ', 1_000_000n)
      const message = TransactionMessage.decompile(decode(data).message)
      message.recentBlockhash = lifetime
      message.instructions = change([
        limit(400_000),
        price(10n),
        ...withoutBudget(message.instructions),
        route(...pools),
      ])
      return encode(marketMaker.countersign(new VersionedTransaction(message.compileToV0Message([...used]))))
    }
    const lifetime = Keypair.generate().publicKey.toBase58()
    const same = (list: TransactionInstruction[]) => list
    const checked = () => compiled(same)

    test.each<[string, () => string]>([
      ['another priority fee', () => compiled((list) => [limit(400_000), price(20_000n), ...withoutBudget(list)])],
      ['an assertion', () => compiled((list) => [...list, assertion])],
      [
        'a fee and the tables in another order',
        () => compiled((list) => [price(9n), ...withoutBudget(list)], [tables[1], tables[0]]),
      ],
    ])('%s is tolerated', (_, signed) => {
      expect(compareSigned(checked(), signed(), entries)).toBeUndefined()
    })

    test('another priority fee needs no table to be read', () => {
      const signed = compiled((list) => [limit(400_000), price(20_000n), ...withoutBudget(list)])
      expect(compareSigned(checked(), signed)).toBeUndefined()
    })

    test('accounts are compared by address where the wallet used fewer tables, or none', () => {
      for (const used of [[tables[1]], []]) {
        const signed = compiled((list) => [price(9n), ...withoutBudget(list)], used)
        expect(compareSigned(checked(), signed)).toMatchObject({ code: 'signed.rewritten' })
        expect(compareSigned(checked(), signed, entries)).toBeUndefined()
      }
    })

    test.each<[string, () => string]>([
      [
        'another pool of the same table',
        () => compiled((list) => replaced(list, list.length - 1, route(pools[2]!, ...pools.slice(1)))),
      ],
      [
        'two accounts the other way round',
        () => compiled((list) => replaced(list, list.length - 1, route(pools[1]!, pools[0]!, ...pools.slice(2)))),
      ],
      ['an account less', () => compiled((list) => replaced(list, list.length - 1, route(...pools.slice(1))))],
      [
        'the same place in a table with other entries',
        () => compiled(same, [lookupTable(second, [pools[1]!, pools[4]!, pools[3]!, pools[5]!]), tables[0]]),
      ],
      ['a payment in addition', () => compiled((list) => [...list, pay(thief.publicKey, 1n)])],
      ['a fee above the cap', () => compiled((list) => [price(10n ** 11n), ...withoutBudget(list)])],
    ])('%s is a change, and is not sent', (_, signed) => {
      expect(compareSigned(checked(), signed(), entries)).toMatchObject({ code: expect.stringMatching(/^signed\./) })
    })
  })
})
