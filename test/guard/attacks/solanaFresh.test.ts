import {
  AccountLayout,
  AuthorityType,
  createApproveCheckedInstruction,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createBurnCheckedInstruction,
  createCloseAccountInstruction,
  createInitializeAccount3Instruction,
  createInitializeMint2Instruction,
  createInitializePermanentDelegateInstruction,
  createInitializeTransferFeeConfigInstruction,
  createInitializeTransferHookInstruction,
  createMintToInstruction,
  createRevokeInstruction,
  createSetAuthorityInstruction,
  createSetTransferFeeInstruction,
  createSyncNativeInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RpcPort } from '../../../src/chain/rpc'
import { fromUnits } from '../../../src/domain/amount'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import type { SwapIntent } from '../../../src/guard/intent'
import { planSwap } from '../../../src/guard/plan/planSwap'
import { currentCodes } from '../currentCodes'
import { answerOf, record } from '../fixtures'
import {
  bonqOf,
  decode,
  encode,
  friend,
  ledger,
  lookupTable,
  makerToken,
  marketMaker,
  memo,
  methods,
  offered,
  pay,
  remade,
  replaced,
  rpc,
  startLocalExchange,
  tableAccount,
  thief,
  trader,
  usdcOf,
} from '../localSolana'
import { ratingOf } from './adversary'

/*
 * Lists of a market maker that plays along with the thief: rights that are used later, transactions that never expire,
 * accounts that change hands, tokens whose issuer keeps a hold on them.
 */

beforeAll(startLocalExchange)
afterAll(() => ledger.stop())

const me = trader.publicKey
const house = () => new PublicKey(marketMaker.address)
const typed = 25_000_000n
const rent = 2_039_280

type Asked = { readonly data: string; readonly intent: SwapIntent; readonly minimum: bigint; readonly port?: RpcPort }

async function judged({ data, intent, minimum, port = rpc }: Asked) {
  const records = [record({ data, to: marketMaker.address, chainType: 'SOLANA', value: '0' })]
  const answer = answerOf(records, { minAmountOut: fromUnits(minimum, intent.buy.decimals) })
  const planned = planSwap(intent, answer, { receivedAt: 1_000, chains: [] })
  if (planned.is === 'refused') return { rating: 'blocked', codes: planned.findings.map(({ code }) => code) }
  const nodes = () => [{ ask: port }]
  const checked = await checkPlan(planned.plan, { nodes }, { now: 2_000, account: intent.sender, chains: [] })
  const loud = checked.verdict.findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
  return { rating: ratingOf(checked), codes: loud.map(({ code }) => code) }
}

/** The honest swap, changed and signed by the market maker and by those who play along. */
function changed(
  change: (list: TransactionInstruction[]) => TransactionInstruction[],
  signers: readonly Keypair[] = [],
  recipient = trader,
): Asked {
  const { data, intent, amountOut } = offered('USDC', 'BONQ', typed, recipient)
  const transaction = decode(remade(data, change))
  transaction.sign([...signers])
  return { data: encode(transaction), intent, minimum: amountOut }
}

function submit(instructions: readonly TransactionInstruction[], signers: readonly Keypair[] = []): void {
  const { hash } = ledger.latestBlockhash()
  const message = new TransactionMessage({
    payerKey: thief.publicKey,
    recentBlockhash: hash,
    instructions: [...instructions],
  })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign([thief, ...signers])
  const { error } = ledger.submit(transaction.serialize())
  if (error !== null) throw new Error(JSON.stringify(error))
}

function carryOut(data: string): void {
  const transaction = decode(data)
  transaction.sign([trader])
  methods.sendTransaction!(encode(transaction), { encoding: 'base64' })
}

const heldIn = (account: PublicKey) => {
  const found = ledger.lookup(account.toBase58())
  return found ? AccountLayout.decode(found.data()).amount : 0n
}
const limit = (units: number) => ComputeBudgetProgram.setComputeUnitLimit({ units })
const price = (microLamports: bigint) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports })
const usdc = () => makerToken('USDC').mint!
const bonq = () => makerToken('BONQ').mint!
const again = Keypair.generate()
const stranger = Keypair.generate()

const opening = (owner: PublicKey) => [
  SystemProgram.createAccount({
    fromPubkey: me,
    newAccountPubkey: again.publicKey,
    lamports: rent,
    space: 165,
    programId: TOKEN_PROGRAM_ID,
  }),
  createInitializeAccount3Instruction(again.publicKey, usdc(), owner),
]

type List = readonly [name: string, code: string, list: () => Asked]

const lists: readonly List[] = [
  [
    'a nonce of the market maker’s own, advanced by itself, so that the transaction never expires',
    'S-7',
    () =>
      changed((list) => [
        SystemProgram.nonceAdvance({ noncePubkey: stranger.publicKey, authorizedPubkey: house() }),
        ...list,
      ]),
  ],
  [
    'a nonce account that is made for the thief at the trader’s expense',
    'S-7',
    () =>
      changed(
        (list) => [
          ...list,
          ...SystemProgram.createNonceAccount({
            fromPubkey: me,
            noncePubkey: stranger.publicKey,
            authorizedPubkey: thief.publicKey,
            lamports: 1_500_000,
          }).instructions,
        ],
        [stranger],
      ),
  ],
  [
    'a nonce that is handed on',
    'S-7',
    () =>
      changed((list) => [
        ...list,
        SystemProgram.nonceAuthorize({
          noncePubkey: friend.publicKey,
          authorizedPubkey: me,
          newAuthorizedPubkey: thief.publicKey,
        }),
      ]),
  ],
  [
    'an allowance of what is bought, for later',
    'S-7',
    () =>
      changed((list) => [
        ...list,
        createApproveCheckedInstruction(bonqOf(me), bonq(), thief.publicKey, me, 2n ** 64n - 1n, 5),
      ]),
  ],
  [
    'an allowance that is given, used and taken back in one transaction',
    'S-7',
    () =>
      changed((list) => [
        ...list,
        createApproveInstruction(usdcOf(me), house(), me, 900_000_000n),
        createTransferCheckedInstruction(usdcOf(me), usdc(), usdcOf(house()), house(), 900_000_000n, 6),
        createRevokeInstruction(usdcOf(me), me),
      ]),
  ],
  [
    'the account of what is sold closed to the thief',
    'S-7',
    () => changed((list) => [...list, createCloseAccountInstruction(usdcOf(me), thief.publicKey, me)]),
  ],
  [
    'the right to close the account of what is sold',
    'S-7',
    () =>
      changed((list) => [
        ...list,
        createSetAuthorityInstruction(usdcOf(me), me, AuthorityType.CloseAccount, thief.publicKey),
      ]),
  ],
  [
    'an authority changed by way of the newer token program',
    'S-7',
    () =>
      changed((list) => [
        ...list,
        createSetAuthorityInstruction(
          bonqOf(me),
          me,
          AuthorityType.AccountOwner,
          thief.publicKey,
          [],
          TOKEN_2022_PROGRAM_ID,
        ),
      ]),
  ],
  [
    'the recipient’s own account, which belongs to the thief by now',
    'S-7b',
    () => {
      submit([
        createAssociatedTokenAccountIdempotentInstruction(
          thief.publicKey,
          bonqOf(friend.publicKey),
          friend.publicKey,
          bonq(),
        ),
      ])
      const handed = [bonqOf(friend.publicKey), friend.publicKey, AuthorityType.AccountOwner, thief.publicKey] as const
      submit([createSetAuthorityInstruction(...handed)], [friend])
      return changed(
        (list) =>
          list.filter(
            ({ keys, programId }) =>
              !programId.equals(new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')) ||
              !keys.some(({ pubkey }) => pubkey.equals(friend.publicKey)),
          ),
        [],
        friend,
      )
    },
  ],
  [
    'an account that is opened for the trader, closed, and opened again for the thief',
    'S-10',
    () =>
      changed(
        (list) => [
          limit(400_000),
          ...list.slice(1),
          ...opening(me),
          createCloseAccountInstruction(again.publicKey, me, me),
          ...opening(thief.publicKey),
          createTransferCheckedInstruction(usdcOf(me), usdc(), again.publicKey, me, 10_000_000n, 6),
        ],
        [again],
      ),
  ],
  ['a price for compute just above the ceiling', 'S-8', () => changed((list) => [price(84_000_000n), ...list])],
  [
    'a price for compute above the ceiling, behind a small one',
    'S-10',
    () => changed((list) => [price(1n), ...list, price(10n ** 12n)]),
  ],
  [
    'no limit for compute, so that a price counts for all that there may be',
    'S-8',
    () => changed((list) => [price(20_000_000n), ...list.slice(1)]),
  ],
  [
    'a second signer who has not signed',
    'S-3',
    () =>
      changed((list) => [
        ...list,
        SystemProgram.transfer({ fromPubkey: stranger.publicKey, toPubkey: thief.publicKey, lamports: 1 }),
      ]),
  ],
  [
    'a second signer whose signature is that of another transaction',
    'S-3',
    () => {
      const billed = SystemProgram.transfer({ fromPubkey: stranger.publicKey, toPubkey: thief.publicKey, lamports: 1 })
      const other = changed((list) => [...list, billed, pay(house(), 1n)], [stranger])
      const asked = changed((list) => [...list, billed])
      const [from, to] = [decode(other.data), decode(asked.data)]
      const place = to.message.staticAccountKeys.findIndex((key) => key.equals(stranger.publicKey))
      const signature =
        from.signatures[from.message.staticAccountKeys.findIndex((key) => key.equals(stranger.publicKey))]
      to.signatures[place] = signature!
      return { ...asked, data: encode(to) }
    },
  ],
  [
    'what is bought burnt again',
    'S-7',
    () => changed((list) => [...list, createBurnCheckedInstruction(bonqOf(me), bonq(), me, 1_000n, 5)]),
  ],
  [
    'the trader’s own account assigned to a program',
    'S-7',
    () => changed((list) => [...list, SystemProgram.assign({ accountPubkey: me, programId: TOKEN_PROGRAM_ID })]),
  ],
  [
    'half of the payout, and the rest promised in a memo',
    'S-7b',
    () =>
      changed((list) =>
        replaced(
          list,
          4,
          createTransferCheckedInstruction(bonqOf(house()), bonq(), bonqOf(me), house(), 50_000_000n, 5),
        ),
      ),
  ],
]

describe('Solana lists of a market maker that plays along', () => {
  test('the honest swap is green', async () => {
    expect(await judged(changed((list) => list))).toMatchObject({ rating: 'green' })
  })

  test('one’s own wrapped SOL, closed to oneself next to the swap, needs no tick', async () => {
    const wrapped = getAssociatedTokenAddressSync(NATIVE_MINT, me)
    submit([
      createAssociatedTokenAccountIdempotentInstruction(thief.publicKey, wrapped, me, NATIVE_MINT),
      SystemProgram.transfer({ fromPubkey: thief.publicKey, toPubkey: wrapped, lamports: 1_000_000 }),
      createSyncNativeInstruction(wrapped),
    ])
    const asked = changed((list) => [...list, createCloseAccountInstruction(wrapped, me, me)])
    expect(await judged(asked)).toEqual({ rating: 'green', codes: [] })
    const before = ledger.lookup(me.toBase58())!.lamports()
    carryOut(asked.data)
    expect(ledger.lookup(me.toBase58())!.lamports()).toBeGreaterThan(before)
  })

  test.each(lists)('%s: blocked by %s', async (_, code, list) => {
    const { rating, codes } = await judged(list())
    expect(rating).toBe('blocked')
    expect(currentCodes(code).filter((one) => codes.includes(one))).not.toEqual([])
  })
})

describe('S-4 accounts behind a lookup table that is true', () => {
  /** The swap with some accounts in a table, as the node returns it. */
  function behindTable(entries: PublicKey[], change: (list: TransactionInstruction[]) => TransactionInstruction[]) {
    const table = Keypair.generate().publicKey
    const { data, intent, amountOut } = offered('USDC', 'BONQ', typed)
    const message = TransactionMessage.decompile(decode(data).message)
    message.instructions = change(message.instructions)
    const compiled = new VersionedTransaction(message.compileToV0Message([lookupTable(table, entries)]))
    const port: RpcPort = async (method, params) => {
      const [addresses] = params
      const isTable = method === 'getMultipleAccounts' && Array.isArray(addresses) && addresses[0] === table.toBase58()
      return isTable ? { value: [tableAccount(entries)] } : rpc(method, params)
    }
    return { data: encode(marketMaker.countersign(compiled)), intent, minimum: amountOut, port }
  }

  test.each<[string, string, () => Asked]>([
    [
      'the payout goes to the thief',
      'S-7b',
      () =>
        behindTable([bonqOf(thief.publicKey)], (list) =>
          replaced(
            list,
            4,
            createTransferCheckedInstruction(bonqOf(house()), bonq(), bonqOf(thief.publicKey), house(), 1n, 5),
          ),
        ),
    ],
    [
      'what is sold is paid twice',
      'S-7a',
      () =>
        behindTable([usdcOf(thief.publicKey)], (list) => [
          ...list,
          createTransferCheckedInstruction(usdcOf(me), usdc(), usdcOf(thief.publicKey), me, typed, 6),
        ]),
    ],
    [
      'a tip goes to the thief',
      'S-6',
      () => behindTable([thief.publicKey], (list) => [...list, pay(thief.publicKey, 500_000_000n)]),
    ],
    [
      'a right to spend is given to the thief',
      'S-7',
      () =>
        behindTable([thief.publicKey], (list) => [
          ...list,
          createApproveInstruction(usdcOf(me), thief.publicKey, me, typed),
        ]),
    ],
  ])('%s: blocked by %s', async (_, code, list) => {
    const { rating, codes } = await judged(list())
    expect(rating).toBe('blocked')
    expect(currentCodes(code).filter((one) => codes.includes(one))).not.toEqual([])
  })
})

describe('S-7e a bought token of the newer program, issued by the thief', () => {
  const units = 500_000n
  const accountOf = (mint: PublicKey, owner: PublicKey) =>
    getAssociatedTokenAddressSync(mint, owner, false, TOKEN_2022_PROGRAM_ID)

  /** A mint with one extension, and accounts of both sides. */
  function issued(extension: ExtensionType, initialize: (mint: PublicKey) => TransactionInstruction): PublicKey {
    const key = Keypair.generate()
    const mint = key.publicKey
    const size = getMintLen([extension])
    submit(
      [
        SystemProgram.createAccount({
          fromPubkey: thief.publicKey,
          newAccountPubkey: mint,
          space: size,
          lamports: ledger.minimumBalance(size),
          programId: TOKEN_2022_PROGRAM_ID,
        }),
        initialize(mint),
        createInitializeMint2Instruction(mint, 5, thief.publicKey, null, TOKEN_2022_PROGRAM_ID),
      ],
      [key],
    )
    const open = (owner: PublicKey) =>
      createAssociatedTokenAccountIdempotentInstruction(
        thief.publicKey,
        accountOf(mint, owner),
        owner,
        mint,
        TOKEN_2022_PROGRAM_ID,
      )
    const account = accountOf(mint, thief.publicKey)
    submit([
      createAssociatedTokenAccountIdempotentInstruction(
        thief.publicKey,
        usdcOf(thief.publicKey),
        thief.publicKey,
        usdc(),
      ),
      open(me),
      open(thief.publicKey),
      createMintToInstruction(mint, account, thief.publicKey, 10n * units, [], TOKEN_2022_PROGRAM_ID),
    ])
    return mint
  }

  /** The token for the typed amount, by a transfer that names the mint or by the older one that does not. */
  function sold(mint: PublicKey, isNamed = true, minimum = units): Asked {
    const { intent } = offered('USDC', 'BONQ', typed)
    const [from, to] = [accountOf(mint, thief.publicKey), accountOf(mint, me)]
    const paid = createTransferCheckedInstruction(usdcOf(me), usdc(), usdcOf(thief.publicKey), me, typed, 6)
    const payout = isNamed
      ? createTransferCheckedInstruction(from, mint, to, thief.publicKey, units, 5, [], TOKEN_2022_PROGRAM_ID)
      : createTransferInstruction(from, to, thief.publicKey, units, [], TOKEN_2022_PROGRAM_ID)
    const { hash } = ledger.latestBlockhash()
    const message = new TransactionMessage({ payerKey: me, recentBlockhash: hash, instructions: [paid, payout] })
    const transaction = new VersionedTransaction(message.compileToV0Message())
    transaction.sign([thief])
    const buy = { ...intent.buy, address: mint.toBase58(), symbol: 'HELD' }
    return { data: encode(transaction), intent: { ...intent, buy }, minimum }
  }

  const delegated = () =>
    issued(ExtensionType.PermanentDelegate, (mint) =>
      createInitializePermanentDelegateInstruction(mint, thief.publicKey, TOKEN_2022_PROGRAM_ID),
    )
  const taxed = (bps: number) =>
    issued(ExtensionType.TransferFeeConfig, (mint) =>
      createInitializeTransferFeeConfigInstruction(
        mint,
        thief.publicKey,
        thief.publicKey,
        bps,
        2n ** 64n - 1n,
        TOKEN_2022_PROGRAM_ID,
      ),
    )

  test.each([
    ['that names its mint', true],
    ['that does not name its mint', false],
  ])('a permanent delegate needs a tick in a transfer %s, and takes all of it back', async (_, isNamed) => {
    const mint = delegated()
    const asked = sold(mint, isNamed)
    expect(await judged(asked)).toEqual({ rating: 'amber', codes: ['V-053'] })
    carryOut(asked.data)
    expect(heldIn(accountOf(mint, me))).toBe(units)
    const [from, to] = [accountOf(mint, me), accountOf(mint, thief.publicKey)]
    submit([createTransferCheckedInstruction(from, mint, to, thief.publicKey, units, 5, [], TOKEN_2022_PROGRAM_ID)])
    expect(heldIn(accountOf(mint, me))).toBe(0n)
  })

  test('a fee that eats the minimum is blocked', async () => {
    expect(await judged(sold(taxed(1_000)))).toMatchObject({
      rating: 'blocked',
      codes: expect.arrayContaining(['V-016']),
    })
  })

  test('a fee that is zero now, and everything from the next epoch on, needs consent', async () => {
    const mint = taxed(0)
    expect(await judged(sold(mint))).toMatchObject({ rating: 'green' })
    submit([createSetTransferFeeInstruction(mint, thief.publicKey, [], 10_000, 2n ** 64n - 1n, TOKEN_2022_PROGRAM_ID)])
    expect(await judged(sold(mint))).toEqual({ rating: 'amber', codes: ['V-053'] })
  })

  test('a fee that the stated minimum allows for needs no tick', async () => {
    expect(await judged(sold(taxed(30), true, (units * 9_970n) / 10_000n))).toMatchObject({ rating: 'green' })
  })

  test('a hook without the accounts that it asks for is blocked', async () => {
    const mint = issued(ExtensionType.TransferHook, (each) =>
      createInitializeTransferHookInstruction(each, thief.publicKey, memo('').programId, TOKEN_2022_PROGRAM_ID),
    )
    expect(await judged(sold(mint))).toMatchObject({ rating: 'blocked' })
  })
})
