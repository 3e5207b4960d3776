import {
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createSetAuthorityInstruction,
  createSyncNativeInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
  getAssociatedTokenAddressSync,
  NATIVE_MINT,
} from '@solana/spl-token'
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import bs58 from 'bs58'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RpcPort } from '../../src/chain/rpc'
import type { Chain } from '../../src/domain/chain'
import { toBase64 } from '../../src/domain/encodings'
import type { Token } from '../../src/domain/token'
import { encodeTransferMemo } from '../../src/exchange/bridge/solanaBridge'
import { judgeSolana } from '../../src/guard/check/checkSolanaPlan'
import { compareSigned } from '../../src/guard/check/compareSigned'
import { readTransaction, takeApart, whyNoTransaction } from '../../src/guard/decode/solana/wire'
import { reason } from '../../src/guard/findings/reason'
import { findAll } from '../../src/guard/rule'
import { buildSolanaRuleInput } from '../../src/guard/rules/input/solanaRuleInput'
import { solanaRules } from '../../src/guard/rules/solana/rules'
import { isOf } from './currentCodes'
import {
  altered,
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
  systemCall,
  tableAccount,
  thief,
  tokenCall,
  trader,
  transactionOf,
  usdcOf,
} from './localSolana'

/* Honest and tampered Solana transactions, judged against a real local chain. */

beforeAll(startLocalExchange)

afterAll(() => ledger.stop())

const amounts = [20_000n, 50_000n, 1_234_567n, 100_000_000n, 999_999_999n]

const pairs = [
  ['USDC', 'BONQ'],
  ['BONQ', 'USDC'],
  ['SOL', 'USDC'],
  ['USDC', 'SOL'],
] as const

const honest = pairs.flatMap(([sell, buy]) =>
  amounts.flatMap((amount) => [trader, friend].map((recipient) => ({ sell, buy, amount, recipient }))),
)

describe(`${honest.length} honest transactions`, () => {
  test.each(honest)('$amount of $sell for $buy passes', async ({ sell, buy, amount, recipient }) => {
    const { data, intent, amountOut } = offered(sell, buy, amount * 10n, recipient)
    const { verdict, forecast } = await checkTransaction(data, intent, amountOut)
    expect(problems(verdict)).toEqual([])
    expect(verdict.level).toBe('proven')
    if (forecast.is !== 'simulated') throw new Error('not simulated')
    const gain = forecast.changes.find(
      ({ account, token }) =>
        account === intent.recipient && token === (intent.buy.isNative ? 'native' : intent.buy.address),
    )
    expect(gain?.delta).toBeGreaterThan(0n)
    if (!intent.buy.isNative) expect(gain?.delta).toBe(amountOut)
  })

  test('S-1 in base58 and in hex they read the same', async () => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const bytes = Buffer.from(data, 'base64')
    for (const text of [bs58.encode(bytes), bytes.toString('hex'), `0x${bytes.toString('hex')}`])
      expect((await checkTransaction(text, intent, amountOut)).verdict.level).toBe('proven')
  })

  test('S-4 with a lookup table whose entries are there to see', async () => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const table = new PublicKey(Keypair.generate().publicKey)
    const message = TransactionMessage.decompile(decode(data).message)
    const entries = [getAssociatedTokenAddressSync(makerToken('BONQ').mint!, trader.publicKey)]
    const lookup = lookupTable(table, entries)
    const transaction = new VersionedTransaction(message.compileToV0Message([lookup]))
    const tampered = encode(transaction)
    const withTable: RpcPort = async (method, params) => {
      if (method !== 'getMultipleAccounts') return rpc(method, params)
      const [addresses] = params as [string[]]
      if (!addresses.includes(table.toBase58())) return rpc(method, params)
      return { value: [tableAccount(entries)] }
    }
    const { input } = await checkTransaction(tampered, intent, amountOut, withTable)
    expect(input?.keys).toContain(entries[0]!.toBase58())
    expect(input?.transaction.lookups).toHaveLength(1)
  })
})

type Tampering = {
  readonly name: string
  readonly code: string
  readonly level?: 'blocked' | 'tried' | 'unchecked'
  readonly change: (instructions: TransactionInstruction[]) => TransactionInstruction[] | undefined
}

const also =
  (...make: (() => TransactionInstruction)[]) =>
  (instructions: TransactionInstruction[]) => [...instructions, ...make.map((one) => one())]
/** Each is added to, or changes, an honest swap of USDC for BONQ by the trader. */
const tamperings: readonly Tampering[] = [
  {
    name: 'a delegate on the sold token',
    code: 'S-7',
    change: also(() =>
      createApproveInstruction(usdcOf(trader.publicKey), thief.publicKey, trader.publicKey, 2n ** 64n - 1n),
    ),
  },
  {
    name: 'a delegate of one unit',
    code: 'S-7',
    change: also(() => createApproveInstruction(usdcOf(trader.publicKey), thief.publicKey, trader.publicKey, 1n)),
  },
  {
    name: 'a delegate on the bought token',
    code: 'S-7',
    change: also(() => createApproveInstruction(bonqOf(trader.publicKey), thief.publicKey, trader.publicKey, 1n)),
  },
  {
    name: 'a checked delegate',
    code: 'S-7',
    change: also(() =>
      tokenCall(13, [usdcOf(trader.publicKey), makerToken('USDC').mint!, thief.publicKey, trader.publicKey]),
    ),
  },
  {
    name: 'a new owner of the token account',
    code: 'S-7',
    change: also(() =>
      createSetAuthorityInstruction(
        usdcOf(trader.publicKey),
        trader.publicKey,
        AuthorityType.AccountOwner,
        thief.publicKey,
      ),
    ),
  },
  {
    name: 'a new close authority',
    code: 'S-7',
    change: also(() =>
      createSetAuthorityInstruction(
        usdcOf(trader.publicKey),
        trader.publicKey,
        AuthorityType.CloseAccount,
        thief.publicKey,
      ),
    ),
  },
  {
    name: 'the account closed to a thief',
    code: 'S-7',
    change: also(() => createCloseAccountInstruction(usdcOf(trader.publicKey), thief.publicKey, trader.publicKey)),
  },
  {
    name: 'tokens burned',
    code: 'S-7',
    change: also(() => createBurnInstruction(usdcOf(trader.publicKey), makerToken('USDC').mint!, trader.publicKey, 1n)),
  },
  {
    name: 'tokens burned, checked',
    code: 'S-7',
    change: also(() => tokenCall(15, [usdcOf(trader.publicKey), makerToken('USDC').mint!, trader.publicKey])),
  },
  {
    name: 'another token leaving',
    code: 'S-7',
    change: also(() =>
      createTransferCheckedInstruction(
        bonqOf(trader.publicKey),
        makerToken('BONQ').mint!,
        bonqOf(new PublicKey(marketMaker.address)),
        trader.publicKey,
        5n,
        5,
      ),
    ),
  },
  {
    name: 'another token leaving, unchecked',
    code: 'S-7',
    change: also(() =>
      createTransferInstruction(
        bonqOf(trader.publicKey),
        bonqOf(new PublicKey(marketMaker.address)),
        trader.publicKey,
        5n,
      ),
    ),
  },
  {
    name: 'a second payment of the sold token',
    code: 'S-7a',
    change: also(() =>
      createTransferCheckedInstruction(
        usdcOf(trader.publicKey),
        makerToken('USDC').mint!,
        usdcOf(new PublicKey(marketMaker.address)),
        trader.publicKey,
        1n,
        6,
      ),
    ),
  },
  {
    name: 'a second payment, unchecked',
    code: 'S-7a',
    change: also(() =>
      createTransferInstruction(
        usdcOf(trader.publicKey),
        usdcOf(new PublicKey(marketMaker.address)),
        trader.publicKey,
        7n,
      ),
    ),
  },
  { name: 'SOL for the thief', code: 'S-6', change: also(() => pay(thief.publicKey, 100_000_000n)) },
  { name: 'all SOL for the thief', code: 'S-6', change: also(() => pay(thief.publicKey, 199_000_000_000n)) },
  {
    name: 'SOL in many small parts',
    code: 'S-6',
    change: also(...Array.from({ length: 8 }, () => () => pay(thief.publicKey, 2_000_000n))),
  },
  { name: 'a small tip', code: 'S-6', level: 'tried', change: also(() => pay(thief.publicKey, 1_000n)) },
  {
    name: 'the account assigned to a program',
    code: 'S-6/7',
    change: also(() => SystemProgram.assign({ accountPubkey: trader.publicKey, programId: thief.publicKey })),
  },
  {
    name: 'a derived account assigned',
    code: 'S-6/7',
    change: also(() => systemCall(10, [trader.publicKey, thief.publicKey])),
  },
  {
    name: 'space allocated',
    code: 'S-6/7',
    change: also(() => SystemProgram.allocate({ accountPubkey: trader.publicKey, space: 8 })),
  },
  {
    name: 'space allocated by seed',
    code: 'S-6/7',
    change: also(() => systemCall(9, [trader.publicKey, thief.publicKey])),
  },
  {
    name: 'a transfer by seed',
    code: 'S-6/7',
    change: also(() => systemCall(11, [trader.publicKey, thief.publicKey])),
  },
  {
    name: 'a durable nonce first',
    code: 'S-6/7',
    change: (list) => [
      SystemProgram.nonceAdvance({ noncePubkey: thief.publicKey, authorizedPubkey: trader.publicKey }),
      ...list,
    ],
  },
  {
    name: 'a nonce authority handed over',
    code: 'S-6/7',
    change: also(() =>
      SystemProgram.nonceAuthorize({
        noncePubkey: thief.publicKey,
        authorizedPubkey: trader.publicKey,
        newAuthorizedPubkey: thief.publicKey,
      }),
    ),
  },
  {
    name: 'a nonce withdrawal',
    code: 'S-6/7',
    change: also(() =>
      SystemProgram.nonceWithdraw({
        noncePubkey: thief.publicKey,
        authorizedPubkey: trader.publicKey,
        toPubkey: thief.publicKey,
        lamports: 1,
      }),
    ),
  },
  {
    name: 'a nonce account set up',
    code: 'S-6/7',
    change: also(() => systemCall(6, [trader.publicKey, thief.publicKey])),
  },
  {
    name: 'an account for an unknown program',
    code: 'S-6',
    change: also(() => systemCall(0, [trader.publicKey, thief.publicKey])),
  },
  {
    name: 'an unknown program',
    code: 'S-5',
    level: 'blocked',
    change: also(
      () =>
        new TransactionInstruction({
          programId: thief.publicKey,
          keys: [{ pubkey: trader.publicKey, isSigner: true, isWritable: true }],
          data: Buffer.from([1]),
        }),
    ),
  },
  {
    name: 'an unknown program instead of the swap',
    code: 'S-5',
    level: 'blocked',
    change: () => [new TransactionInstruction({ programId: thief.publicKey, keys: [], data: Buffer.from([1]) })],
  },
  { name: 'nothing at all', code: 'S-5', change: () => [] },
  {
    name: 'far too many instructions',
    code: 'S-5',
    change: (list) => [
      ...list,
      ...Array.from({ length: 33 }, (_, units) => ComputeBudgetProgram.requestHeapFrame({ bytes: 32_768 + units * 0 })),
    ],
  },
  {
    name: 'a fee of a whole SOL',
    code: 'S-8',
    change: (list) => [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10_000_000_000_000n }), ...list],
  },
  {
    name: 'a fee just over the cap',
    code: 'S-8',
    change: (list) => [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 84_000_000_000n }), ...list],
  },
  { name: 'the payout left out', code: 'S-7b', change: (list) => list.filter((_, index) => index !== 4) },
  { name: 'the payment left out', code: 'S-7a', change: (list) => list.filter((_, index) => index !== 2) },
  {
    name: 'the payout to the thief',
    code: 'S-7b',
    change: (list) =>
      replaced(
        list,
        4,
        createTransferCheckedInstruction(
          bonqOf(new PublicKey(marketMaker.address)),
          makerToken('BONQ').mint!,
          bonqOf(thief.publicKey),
          new PublicKey(marketMaker.address),
          1_000n,
          5,
        ),
      ),
  },
  {
    name: 'the payout a tenth',
    code: 'S-7b',
    change: (list) =>
      replaced(
        list,
        4,
        createTransferCheckedInstruction(
          bonqOf(new PublicKey(marketMaker.address)),
          makerToken('BONQ').mint!,
          bonqOf(trader.publicKey),
          new PublicKey(marketMaker.address),
          1n,
          5,
        ),
      ),
  },
  {
    name: 'the payout in another token',
    code: 'S-7b',
    change: (list) =>
      replaced(
        list,
        4,
        createTransferCheckedInstruction(
          usdcOf(new PublicKey(marketMaker.address)),
          makerToken('USDC').mint!,
          usdcOf(trader.publicKey),
          new PublicKey(marketMaker.address),
          1_000_000n,
          6,
        ),
      ),
  },
  {
    name: 'the payout from the trader to the trader',
    code: 'S-7b',
    change: (list) =>
      replaced(
        list,
        4,
        createTransferCheckedInstruction(
          bonqOf(trader.publicKey),
          makerToken('BONQ').mint!,
          bonqOf(trader.publicKey),
          trader.publicKey,
          10_000_000_000n,
          5,
        ),
      ),
  },
  { name: 'ten times the payment', code: 'S-7a', change: (list) => replaced(list, 2, payUsdc(10_000_000n)) },
  { name: 'one unit too much', code: 'S-7a', change: (list) => replaced(list, 2, payUsdc(1_000_001n)) },
  { name: 'half of the payment', code: 'S-7a', level: 'tried', change: (list) => replaced(list, 2, payUsdc(500_000n)) },
  { name: 'a payment of more than there is', code: 'S-7a', change: (list) => replaced(list, 2, payUsdc(10n ** 14n)) },
  {
    name: 'a token instruction nobody knows',
    code: 'S-5',
    change: also(() => tokenCall(99, [usdcOf(trader.publicKey)])),
  },
  { name: 'an account thawed', code: 'S-5', change: also(() => tokenCall(11, [usdcOf(trader.publicKey)])) },
  {
    name: 'a truncated transfer',
    code: 'S-5',
    change: also(
      () =>
        new TransactionInstruction({
          programId: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
          keys: [],
          data: Buffer.from([3, 1]),
        }),
    ),
  },
  {
    name: 'a truncated payment',
    code: 'S-5',
    change: also(
      () =>
        new TransactionInstruction({
          programId: SystemProgram.programId,
          keys: [],
          data: Buffer.from([2, 0, 0, 0, 1]),
        }),
    ),
  },
  { name: 'a system instruction nobody knows', code: 'S-5', change: also(() => systemCall(77, [trader.publicKey])) },
  {
    name: 'wrapped SOL of the trader drained',
    code: 'S-7',
    change: also(
      () => pay(getAssociatedTokenAddressSync(NATIVE_MINT, trader.publicKey), 1n),
      () => createSyncNativeInstruction(getAssociatedTokenAddressSync(NATIVE_MINT, trader.publicKey)),
      () =>
        createCloseAccountInstruction(
          getAssociatedTokenAddressSync(NATIVE_MINT, trader.publicKey),
          thief.publicKey,
          trader.publicKey,
        ),
    ),
  },
  {
    name: 'SOL to wrapped SOL of the thief',
    code: 'S-6',
    change: also(
      () =>
        createAssociatedTokenAccountIdempotentInstruction(
          trader.publicKey,
          getAssociatedTokenAddressSync(NATIVE_MINT, thief.publicKey),
          thief.publicKey,
          NATIVE_MINT,
        ),
      () => pay(getAssociatedTokenAddressSync(NATIVE_MINT, thief.publicKey), 900_000_000n),
    ),
  },
]

/** Changes to the whole transaction or its text. */
const disguises: readonly {
  readonly name: string
  readonly code: string
  readonly disguise: (data: string) => string
}[] = [
  { name: 'not a transaction', code: 'S-1', disguise: () => 'hello' },
  { name: 'nothing', code: 'S-1', disguise: () => '' },
  { name: 'EVM calldata', code: 'S-1', disguise: () => `0x095ea7b3${'00'.repeat(64)}` },
  {
    name: 'a byte too many',
    code: 'S-1',
    disguise: (data) => toBase64(Uint8Array.from([...Buffer.from(data, 'base64'), 0])),
  },
  {
    name: 'a byte too few',
    code: 'S-1',
    disguise: (data) => toBase64(new Uint8Array(Buffer.from(data, 'base64')).slice(0, -1)),
  },
  {
    name: 'two transactions in a row',
    code: 'S-1',
    disguise: (data) => toBase64(Uint8Array.from([...Buffer.from(data, 'base64'), ...Buffer.from(data, 'base64')])),
  },
  { name: 'sloppy base64', code: 'S-1', disguise: (data) => `${data} ` },
  {
    name: 'a later version of the format',
    code: 'S-2',
    disguise: (data) => altered(data, (bytes) => bytes.with(1 + 2 * 64, 0x81)),
  },
  {
    name: 'a longer text than a network takes',
    code: 'S-2',
    disguise: () => toBase64(transactionOf(1_470)),
  },
  {
    name: 'without the signature of the market maker',
    code: 'S-3',
    disguise: (data) => altered(data, (bytes) => bytes.fill(0, 1 + 64, 1 + 128)),
  },
  {
    name: 'with a bent signature of the market maker',
    code: 'S-3',
    disguise: (data) => altered(data, (bytes) => bytes.with(1 + 64 + 5, bytes[70]! ^ 1)),
  },
  {
    name: 'with an amount changed after the market maker signed',
    code: 'S-3',
    disguise: (data) => altered(data, (bytes) => bytes.with(bytes.length - 40, bytes[bytes.length - 40]! ^ 1)),
  },
  {
    name: 'paid by somebody else',
    code: 'S-3',
    disguise: (data) => {
      const message = TransactionMessage.decompile(decode(data).message)
      message.payerKey = thief.publicKey
      return encode(new VersionedTransaction(message.compileToV0Message()))
    },
  },
  {
    name: 'wanting a third signature',
    code: 'S-3',
    disguise: (data) =>
      remade(data, (list) => [
        ...list,
        new TransactionInstruction({
          programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
          keys: [{ pubkey: thief.publicKey, isSigner: true, isWritable: false }],
          data: Buffer.from('hi'),
        }),
      ]),
  },
  {
    name: 'behind a lookup table that does not exist',
    code: 'S-4',
    disguise: (data) => {
      const message = TransactionMessage.decompile(decode(data).message)
      return encode(
        new VersionedTransaction(
          message.compileToV0Message([lookupTable(Keypair.generate().publicKey, [bonqOf(trader.publicKey)])]),
        ),
      )
    },
  },
  {
    name: 'with a blockhash of yesterday',
    code: 'S-9',
    disguise: (data) => {
      const message = TransactionMessage.decompile(decode(data).message)
      message.recentBlockhash = bs58.encode(Keypair.generate().publicKey.toBytes())
      return encode(new VersionedTransaction(message.compileToV0Message()))
    },
  },
]

describe(`M-102 ${tamperings.length + disguises.length} tampered transactions`, () => {
  test.each(tamperings)('$code $name is $level', async ({ code, change, level = 'blocked' }) => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const tampered = remade(data, (list) => change(list) ?? list)
    const examination = await checkTransaction(tampered, intent, amountOut)
    const wanted = code === 'S-6/7' ? 'S-7' : code
    expect(loud(examination.verdict).filter((finding) => isOf(finding, [wanted]))).not.toEqual([])
    expect(examination.verdict.level).toBe(level)
  })

  test.each(disguises)('$code $name is blocked', async ({ code, disguise }) => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const { verdict } = await checkTransaction(disguise(data), intent, amountOut)
    expect(verdict.level).toBe('blocked')
    expect(loud(verdict).filter((finding) => isOf(finding, [code]))).not.toEqual([])
  })

  test('S-10 a chain that cannot be asked is unavailable, never green', async () => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const silent: RpcPort = async () => {
      throw new Error('The node is down.')
    }
    const { verdict, forecast } = await checkTransaction(data, intent, amountOut, silent)
    expect(verdict.level).not.toBe('proven')
    expect(forecast).toEqual({
      is: 'not simulated',
      why: { code: 'node.no-answer', facts: { text: 'The node is down.' } },
    })
  })

  test('S-10 an offer that would fail is blocked with the reason', async () => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 10n ** 13n + 1n)
    const { verdict } = await checkTransaction(data, intent, amountOut)
    expect(problems(verdict).join()).toMatch(/V-030 .*the balance is too small/)
  })

  test('a node of another network is not believed', async () => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const { forecast } = await checkTransaction(data, intent, amountOut, rpc, 'somewhere else')
    expect(forecast).toEqual({ is: 'not simulated', why: { code: 'node.other-solana-network', facts: {} } })
  })
})

test('every finding names its transaction', async () => {
  const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
  const checked = await Promise.all(
    [data, ...disguises.map(({ disguise }) => disguise(data))].map((text) => checkTransaction(text, intent, amountOut)),
  )
  const findings = checked.flatMap(({ verdict }) => verdict.findings)
  expect(findings.length).toBeGreaterThan(checked.length)
  expect(findings.filter(({ step }) => step === undefined)).toEqual([])
})

describe('every rule is needed', () => {
  let findings: readonly (readonly { readonly code: string; readonly severity: string }[])[]

  beforeAll(async () => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const tampered = [
      ...tamperings.map(({ change }) => remade(data, (list) => change(list) ?? list)),
      ...disguises.map(({ disguise }) => disguise(data)),
    ]
    const checked = await Promise.all(tampered.map((text) => checkTransaction(text, intent, amountOut)))
    findings = checked.flatMap(({ input }) => (input ? [findAll(solanaRules, 'solana swap', input)] : []))
  })

  test.each(
    solanaRules
      .map(({ code }) => code)
      .filter((code) => !['V-013', 'V-051', 'V-036', 'V-053', 'V-030', 'V-034'].includes(code)),
  )('without %s something of the corpus loses a block or a warning', (code) => {
    const misses = findings.filter((all) => all.some((one) => one.code === code && /block|warn/.test(one.severity)))
    expect(misses.length).toBeGreaterThan(0)
  })
})

describe('S-11 the signed transaction', () => {
  test('the signed transaction equals the checked one', () => {
    const { data } = offered('USDC', 'BONQ', 1_000_000n)
    const transaction = decode(data)
    transaction.sign([trader])
    expect(compareSigned(data, encode(transaction))).toBeUndefined()
  })

  test('with a higher fee and assertions, as some wallets do', () => {
    const { data } = offered('USDC', 'BONQ', 1_000_000n)
    const lighthouse = new PublicKey('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95')
    const raised = remade(data, (list) => [
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5 }),
      ...list,
      new TransactionInstruction({ programId: lighthouse, keys: [], data: Buffer.from([9]) }),
    ])
    expect(compareSigned(data, raised)).toBeUndefined()
  })

  test.each([
    ['an added payment', (list: TransactionInstruction[]) => [...list, pay(thief.publicKey, 1n)]],
    ['a missing instruction', (list: TransactionInstruction[]) => list.slice(0, -1)],
    ['another order', (list: TransactionInstruction[]) => [...list].reverse()],
    ['another amount', (list: TransactionInstruction[]) => replaced(list, 2, payUsdc(2_000_000n))],
  ])('%s is a change', (_, change) => {
    const { data } = offered('USDC', 'BONQ', 1_000_000n)
    expect(compareSigned(data, remade(data, change))).toMatchObject({ code: expect.stringMatching(/^signed\./) })
  })
})

test('the wire reader agrees with web3.js on every part', () => {
  const { data } = offered('SOL', 'USDC', 1_000_000n)
  const theirs = decode(data)
  const ours = takeApart(new Uint8Array(Buffer.from(data, 'base64')))!
  expect(ours.staticKeys).toEqual(theirs.message.staticAccountKeys.map((key) => key.toBase58()))
  expect(ours.recentBlockhash).toBe(theirs.message.recentBlockhash)
  expect(ours.message).toEqual(theirs.message.serialize())
  expect(ours.instructions.map(({ data }) => data)).toEqual(theirs.message.compiledInstructions.map(({ data }) => data))
})

test('a swap to another chain names what is a promise', async () => {
  const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
  const far: Chain = { id: 1, chainId: 741_001, name: 'Harbor', kind: 'evm', isEnabled: true }
  const { input } = await checkTransaction(data, intent, amountOut)
  const crossing = buildSolanaRuleInput({ ...input!, intent: { ...intent, buy: { ...intent.buy, chain: far } } })
  expect(problems(judgeSolana([crossing])).join()).toContain('V-051')
})

describe('S-7d what a deposit promises on the other chain', () => {
  const far: Chain = { id: 1, chainId: 741_001, name: 'Harbor', kind: 'evm', isEnabled: true }
  const token = '0x00000000000000000000000000000000000000AA'
  const recipient = '0x00000000000000000000000000000000000000bB'
  const ticket = { chain: 741_001, token, recipient, minimumReceived: 500n, deadline: 3_600 }

  /** A deposit with these notes, judged for a minimum of 500 units. */
  async function found(...notes: readonly string[]) {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 1_000_000n)
    const noted = remade(data, (list) => [...list.slice(0, -1), ...notes.map(memo)])
    const { input } = await checkTransaction(noted, intent, amountOut)
    const buy: Token = { ...intent.buy, chain: far, address: token }
    const crossing = buildSolanaRuleInput({ ...input!, intent: { ...intent, buy, recipient }, minimumReceived: 500n })
    return judgeSolana([crossing]).findings.filter(({ code }) => code === 'V-036')
  }

  test('a deposit that names recipient, token and minimum matches', async () => {
    expect(await found(encodeTransferMemo(ticket))).toMatchObject([{ kind: 'promise', severity: 'info' }])
  })

  test.each([
    ['another recipient', { recipient: token }],
    ['another chain', { chain: 741_002 }],
    ['another token', { token: recipient }],
    ['the coin instead of a token', { token: 'native' }],
    ['less than was told', { minimumReceived: 499n }],
  ])('%s is blocked', async (_, change) => {
    expect(await found(encodeTransferMemo({ ...ticket, ...change }))).toMatchObject([{ severity: 'block' }])
  })

  test('two promises in one deposit are blocked, and neither is shown', async () => {
    expect(await found(encodeTransferMemo(ticket), encodeTransferMemo(ticket))).toMatchObject([{ severity: 'block' }])
    expect(await found('swap:1')).toMatchObject([{ severity: 'warn' }])
  })
})

test('S-2 a transaction as long as a network takes is read, one byte more is not, and of versions only two', () => {
  expect(transactionOf(1_232)).toHaveLength(1_232)
  const fits = (size: number) => readTransaction(toBase64(transactionOf(size)))
  expect(fits(1_232)).toMatchObject({ version: 'legacy' })
  expect(fits(1_233)).toBeUndefined()
  const { data } = offered('USDC', 'BONQ', 1_000_000n)
  expect(readTransaction(data)).toMatchObject({ version: 0 })
  for (const version of [0x81, 0x82, 0xff]) {
    const later = altered(data, (bytes) => bytes.with(1 + 2 * 64, version))
    expect(readTransaction(later)).toBeUndefined()
    expect(whyNoTransaction(later)).toEqual(reason('wire.later-version', {}))
  }
  expect(whyNoTransaction(toBase64(transactionOf(1_233)))).toEqual(reason('wire.no-transaction', {}))
})

test('S-1 the corpus is as large as promised', () => {
  expect(readTransaction('')).toBeUndefined()
  expect(honest.length).toBeGreaterThanOrEqual(30)
  expect(tamperings.length + disguises.length).toBeGreaterThanOrEqual(60)
  console.info(
    `Solana: ${solanaRules.length + 2} rules, ${honest.length} honest, ${tamperings.length + disguises.length} tampered`,
  )
})
