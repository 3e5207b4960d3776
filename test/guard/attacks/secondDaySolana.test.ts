import {
  ACCOUNT_SIZE,
  AccountLayout,
  ASSOCIATED_TOKEN_PROGRAM_ID,
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createCloseAccountInstruction,
  createFreezeAccountInstruction,
  createInitializeAccount3Instruction,
  createInitializeAccountInstruction,
  createInitializeMint2Instruction,
  createInitializeMultisigInstruction,
  createMintToInstruction,
  createRecoverNestedInstruction,
  createRevokeInstruction,
  createSetAuthorityInstruction,
  createSyncNativeInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
  getAssociatedTokenAddressSync,
  MULTISIG_SIZE,
  NATIVE_MINT,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromUnits } from '../../../src/domain/amount'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import { planSwap } from '../../../src/guard/plan/planSwap'
import { answerOf, record } from '../fixtures'
import {
  bonqOf,
  decode,
  encode,
  friend,
  ledger,
  makerToken,
  marketMaker,
  offered,
  pay,
  remade,
  rpc,
  startLocalExchange,
  thief,
  trader,
  usdcOf,
} from '../localSolana'
import { type Rating, ratingOf } from './adversary'

/*
 * Further lists of an enemy on Solana: a signature that is also valid for a treasury (multisig), a mint or a delegation,
 * accounts that change after the check, and plans of several transactions. Each list is judged and executed. The loss
 * counts all accounts that the signature controls.
 */

const me = trader.publicKey
const house = () => new PublicKey(marketMaker.address)
const usdc = () => makerToken('USDC').mint!
const bonq = () => makerToken('BONQ').mint!
const wrappedOf = (owner: PublicKey) => getAssociatedTokenAddressSync(NATIVE_MINT, owner)
const opened = (owner: PublicKey, mint: PublicKey) =>
  createAssociatedTokenAccountIdempotentInstruction(me, getAssociatedTokenAddressSync(mint, owner), owner, mint)
const sol = 1_000_000_000n
/** In dollars, of 25. */
const limit = 1

/** A treasury that the person or a partner may sign for, with accounts of its own; and a mint that the person issues. */
const treasury = Keypair.generate()
const issued = Keypair.generate()
const spare = Keypair.generate()
const treasuryAt = (mint: PublicKey) => getAssociatedTokenAddressSync(mint, treasury.publicKey, true)
const issuedOf = (owner: PublicKey) => getAssociatedTokenAddressSync(issued.publicKey, owner)

let seedAccount: PublicKey

beforeAll(async () => {
  startLocalExchange()
  seedAccount = await PublicKey.createWithSeed(me, 'wrapped', TOKEN_PROGRAM_ID)
  ledger.airdrop(thief.publicKey.toBase58(), 20n * sol)
  ledger.airdrop(friend.publicKey.toBase58(), 10n * sol)
  submit(
    trader,
    [
      ...created(treasury, MULTISIG_SIZE),
      createInitializeMultisigInstruction(treasury.publicKey, [me, friend.publicKey], 1),
      ...[usdc(), bonq(), NATIVE_MINT].map((mint) =>
        createAssociatedTokenAccountIdempotentInstruction(me, treasuryAt(mint), treasury.publicKey, mint),
      ),
      createTransferInstruction(usdcOf(me), treasuryAt(usdc()), me, 1_000_000_000n),
      createTransferInstruction(bonqOf(me), treasuryAt(bonq()), me, 2_000_000_000_000n),
      pay(treasuryAt(NATIVE_MINT), 2n * sol),
      createSyncNativeInstruction(treasuryAt(NATIVE_MINT)),
    ],
    [treasury],
  )
  submit(
    trader,
    [
      ...created(issued, 82),
      createInitializeMint2Instruction(issued.publicKey, 5, me, me),
      opened(me, issued.publicKey),
      createMintToInstruction(issued.publicKey, issuedOf(me), me, 10n ** 12n),
    ],
    [issued],
  )
  submit(thief, [
    createAssociatedTokenAccountIdempotentInstruction(thief.publicKey, wrappedOf(house()), house(), NATIVE_MINT),
    SystemProgram.transfer({ fromPubkey: thief.publicKey, toPubkey: wrappedOf(house()), lamports: 5n * sol }),
    createSyncNativeInstruction(wrappedOf(house())),
  ])
  marketMaker.fund(friend.publicKey.toBase58(), makerToken('USDC'), 10n ** 9n)
  submit(friend, [createApproveInstruction(usdcOf(friend.publicKey), me, friend.publicKey, 10n ** 9n)])
})
afterAll(() => {
  ledger.stop()
  const count = (rating: Rating) => outcomes.filter((each) => each.rating === rating).length
  console.log(
    `Guard, the second day on Solana: ${outcomes.length}, ${count('blocked')} blocked, ${count('amber')} amber, ${count('green')} green; ${outcomes.filter(({ loss }) => loss > limit).length} take money when carried out.`,
  )
})
const outcomes: { readonly rating: Rating; readonly loss: number }[] = []

function created(account: Keypair, space: number): TransactionInstruction[] {
  const lamports = ledger.minimumBalance(space)
  return [
    SystemProgram.createAccount({
      ...{ fromPubkey: me, newAccountPubkey: account.publicKey, lamports, space, programId: TOKEN_PROGRAM_ID },
    }),
  ]
}

function submit(payer: Keypair, instructions: readonly TransactionInstruction[], signers: readonly Keypair[] = []) {
  const recentBlockhash = ledger.latestBlockhash().hash
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash,
    instructions: [...instructions],
  })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign([payer, ...signers])
  const { error } = ledger.submit(transaction.serialize())
  if (error !== null) throw new Error(JSON.stringify(error))
}

type List = readonly TransactionInstruction[]
/** The rating, or the code that blocks the list. */
type Expected = 'green' | 'amber' | `V-${string}`
type Attack = readonly [name: string, expected: Expected, change: (list: List) => List | readonly List[], more?: More]
type More = {
  readonly sells?: readonly [sell: string, buy: string, units: bigint]
  readonly recipient?: Keypair
  readonly signers?: readonly Keypair[]
  /** The action of the thief after the check. */
  readonly after?: () => void
}

const also =
  (...added: readonly (() => TransactionInstruction)[]) =>
  (list: List) => [...list, ...added.map((one) => one())]
const byTreasury = { multisig: [me] }

const fromTreasury = (mint: PublicKey, to: PublicKey, units: bigint) =>
  createTransferInstruction(treasuryAt(mint), to, treasury.publicKey, units, byTreasury.multisig)
const isPayoutTo = (account: PublicKey) => (one: TransactionInstruction) =>
  one.programId.equals(TOKEN_PROGRAM_ID) && one.keys.some(({ pubkey }) => pubkey.equals(account)) && one.data[0] === 12
const instead =
  (account: PublicKey, other: (one: TransactionInstruction) => readonly TransactionInstruction[]) => (list: List) =>
    list.flatMap((one) => (isPayoutTo(account)(one) ? other(one) : [one]))
const unitsOf = (one: TransactionInstruction) => one.data.readBigUInt64LE(1)

const attacks: readonly Attack[] = [
  ['the honest swap', 'green', (list) => list],
  [
    'a payment out of a treasury that the person may sign for',
    'V-011',
    also(
      () => opened(thief.publicKey, usdc()),
      () => fromTreasury(usdc(), usdcOf(thief.publicKey), 1_000_000_000n),
    ),
  ],
  [
    'the same in the checked form',
    'V-011',
    also(
      () => opened(thief.publicKey, usdc()),
      () =>
        createTransferCheckedInstruction(
          treasuryAt(usdc()),
          usdc(),
          usdcOf(thief.publicKey),
          treasury.publicKey,
          1_000_000_000n,
          6,
          [me],
        ),
    ),
  ],
  [
    'a payout that comes out of that treasury',
    'V-011',
    (list) => instead(bonqOf(me), (one) => [fromTreasury(bonq(), bonqOf(me), unitsOf(one))])(list),
  ],
  [
    'the wrapped SOL of the treasury, closed to the thief',
    'V-011',
    also(() => createCloseAccountInstruction(treasuryAt(NATIVE_MINT), thief.publicKey, treasury.publicKey, [me])),
  ],
  [
    'the input out of the treasury in place of the own account',
    'V-011',
    (list) => instead(usdcOf(house()), (one) => [fromTreasury(usdc(), usdcOf(house()), unitsOf(one))])(list),
  ],
  [
    'money of a friend who lets the person spend it, for the thief',
    'V-015',
    also(
      () => opened(thief.publicKey, usdc()),
      () => createTransferInstruction(usdcOf(friend.publicKey), usdcOf(thief.publicKey), me, 500_000_000n),
    ),
  ],
  [
    'tokens of a mint of the person’s, issued to the thief',
    'V-035',
    also(
      () => opened(thief.publicKey, issued.publicKey),
      () => createMintToInstruction(issued.publicKey, issuedOf(thief.publicKey), me, 10n ** 15n),
    ),
  ],
  [
    'an account frozen by the person’s right as an issuer',
    'V-035',
    also(() => createFreezeAccountInstruction(issuedOf(me), issued.publicKey, me)),
  ],
  [
    'the right to issue for the thief',
    'V-011',
    also(() => createSetAuthorityInstruction(issued.publicKey, me, AuthorityType.MintTokens, thief.publicKey)),
  ],
  [
    'a payout to an account that belongs to an account of the person’s',
    'V-016',
    (list) => {
      const nested = getAssociatedTokenAddressSync(bonq(), bonqOf(me), true)
      const open = createAssociatedTokenAccountIdempotentInstruction(me, nested, bonqOf(me), bonq())
      return [
        open,
        ...instead(bonqOf(me), (one) => [createTransferInstruction(bonqOf(house()), nested, house(), unitsOf(one))])(
          list,
        ),
      ]
    },
  ],
  [
    'tokens recovered out of such an account to a third one',
    'V-035',
    also(() =>
      createRecoverNestedInstruction(
        getAssociatedTokenAddressSync(bonq(), bonqOf(me), true),
        bonq(),
        bonqOf(me),
        bonqOf(me),
        me,
        bonq(),
      ),
    ),
  ],
  [
    'the payment now, and the payout in a second transaction',
    'V-016',
    (list) => [
      list.filter((one) => !isPayoutTo(bonqOf(me))(one)),
      list.filter((one) => !isPayoutTo(usdcOf(house()))(one)),
    ],
  ],
  [
    'all SOL wrapped while things are made ready, for an account that a friend may spend',
    'V-034',
    (list) => [
      [opened(me, NATIVE_MINT), pay(wrappedOf(me), 100n * sol), createSyncNativeInstruction(wrappedOf(me))],
      list,
    ],
  ],
  [
    'an account for the payout that the thief opens first, in their own name',
    'amber',
    (list) => [
      [...created(spare, ACCOUNT_SIZE), createInitializeAccount3Instruction(spare.publicKey, bonq(), me)],
      instead(bonqOf(me), (one) => [
        createTransferInstruction(bonqOf(house()), spare.publicKey, house(), unitsOf(one)),
      ])(list),
    ],
    {
      signers: [spare],
      after: () =>
        submit(
          thief,
          [
            SystemProgram.createAccount({
              ...{ fromPubkey: thief.publicKey, newAccountPubkey: spare.publicKey, lamports: 2_039_280 },
              ...{ space: ACCOUNT_SIZE, programId: TOKEN_PROGRAM_ID },
            }),
            createInitializeAccount3Instruction(spare.publicKey, bonq(), thief.publicKey),
          ],
          [spare],
        ),
    },
  ],
  [
    'a second treasury, opened at the person’s expense with the thief as a signer',
    'V-035',
    (list) => [
      ...created(spare, MULTISIG_SIZE),
      createInitializeMultisigInstruction(spare.publicKey, [me, thief.publicKey], 1),
      ...list,
    ],
    { signers: [spare] },
  ],
]

const isOpening = ({ programId }: TransactionInstruction) => programId.equals(ASSOCIATED_TOKEN_PROGRAM_ID)

/** A token account of the person's for wrapped SOL, as exchanges' apps open it. */
function seeded(lamports: bigint): readonly [List, PublicKey] {
  const account = seedAccount
  const whole = Number(lamports) + ledger.minimumBalance(ACCOUNT_SIZE)
  const place = { basePubkey: me, seed: 'wrapped', programId: TOKEN_PROGRAM_ID }
  return [
    [
      SystemProgram.createAccountWithSeed({
        ...{ fromPubkey: me, newAccountPubkey: account, lamports: whole, space: ACCOUNT_SIZE, ...place },
      }),
      createInitializeAccountInstruction(account, NATIVE_MINT, me),
    ],
    account,
  ]
}

const honest: readonly Attack[] = [
  [
    'a delegate of an earlier time, taken back next to the swap',
    'amber',
    also(() => createRevokeInstruction(usdcOf(me), me)),
  ],
  [
    'SOL sold by way of wrapped SOL, with the rest unwrapped',
    'green',
    (list) => [
      opened(me, NATIVE_MINT),
      pay(wrappedOf(me), sol),
      createSyncNativeInstruction(wrappedOf(me)),
      createTransferInstruction(wrappedOf(me), wrappedOf(house()), me, sol),
      createCloseAccountInstruction(wrappedOf(me), me, me),
      ...list.filter((one) => !one.programId.equals(SystemProgram.programId)),
    ],
    { sells: ['SOL', 'USDC', sol] },
  ],
  [
    'SOL sold by way of an account with a seed, filled when it is opened, and closed again',
    'green',
    (list) => {
      const [created, account] = seeded(sol)
      return [
        ...created,
        createTransferInstruction(account, wrappedOf(house()), me, sol),
        createCloseAccountInstruction(account, me, me),
        ...list.filter((one) => !one.programId.equals(SystemProgram.programId)),
      ]
    },
    { sells: ['SOL', 'USDC', sol] },
  ],
  [
    'SOL bought by way of wrapped SOL, which is closed to the person',
    'green',
    (list) => [
      ...list.filter((one) => !one.programId.equals(SystemProgram.programId)),
      opened(me, NATIVE_MINT),
      createTransferInstruction(wrappedOf(house()), wrappedOf(me), house(), 1_010_000_000n),
      createCloseAccountInstruction(wrappedOf(me), me, me),
    ],
    { sells: ['USDC', 'SOL', 181_000_000n] },
  ],
  [
    'the account of the output opened in a transaction before',
    'amber',
    (list) => [[opened(friend.publicKey, bonq())], list.filter((one) => !isOpening(one))],
    { recipient: friend },
  ],
]

const seedAttacks: readonly Attack[] = [
  [
    'SOL locked in an account with a seed that is opened for wrapped SOL, beyond what is sold',
    'V-034',
    (list) => [...seeded(40n * sol)[0], ...list],
  ],
  [
    'an account with a seed whose wrapped SOL goes to the thief when it is closed',
    'V-011',
    (list) => {
      const [created, account] = seeded(40n * sol)
      return [...created, createCloseAccountInstruction(account, thief.publicKey, me), ...list]
    },
  ],
]

const all = [...attacks, ...seedAttacks, ...honest]
test.each(all.map(([name, expected, change, more = {}]) => [name, { expected, change, ...more }] as const))(
  '%s',
  async (_, { expected, change, sells = ['USDC', 'BONQ', 25_000_000n], recipient = trader, signers = [], after }) => {
    const [sell, buy, units] = sells
    const { data, intent, amountOut } = offered(sell, buy, units, recipient)
    const lists = listsIn(data, change)
    const transactions = lists.map((list) => {
      const transaction = decode(remade(data, () => [...list]))
      const needed = transaction.message.staticAccountKeys.slice(0, transaction.message.header.numRequiredSignatures)
      transaction.sign(signers.filter(({ publicKey }) => needed.some((key) => key.equals(publicKey))))
      return encode(transaction)
    })
    const records = transactions.map((each) =>
      record({ data: each, to: marketMaker.address, chainType: 'SOLANA', value: '0' }),
    )
    const answer = answerOf(records, { minAmountOut: fromUnits(amountOut, intent.buy.decimals) })
    const planned = planSwap(intent, answer, { receivedAt: 1_000, chains: [] })
    if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
    const nodes = () => [{ ask: rpc }]
    const checked = await checkPlan(planned.plan, { nodes }, { now: 2_000, account: intent.sender, chains: [] })
    const rating = ratingOf(checked)
    const codes = checked.verdict.findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
    after?.()
    const loss = lossOf(transactions)
    outcomes.push({ rating, loss })
    const found = { rating, codes: codes.map(({ code }) => code) }
    if (expected === 'green' || expected === 'amber') expect(found).toMatchObject({ rating: expected })
    else expect(found).toMatchObject({ rating: 'blocked', codes: expect.arrayContaining([expected]) })
    if (rating === 'green') expect(loss).toBeLessThan(limit)
  },
)

function listsIn(data: string, change: Attack[2]): readonly List[] {
  const message = TransactionMessage.decompile(decode(data).message)
  const changed = change(message.instructions)
  return isSeveral(changed) ? changed : [changed]
}

function isSeveral(changed: List | readonly List[]): changed is readonly List[] {
  return changed.some(Array.isArray)
}

/** Dollars that the transactions take from everything that the person's signature controls, up to the first that fails. */
function lossOf(transactions: readonly string[]): number {
  const before = worth(ledger.lookup)
  let lookup: Lookup = ledger.lookup
  for (const data of transactions) {
    const transaction = decode(data)
    transaction.sign([trader])
    const run = ledger.simulate(transaction.serialize(), { checkSignatures: false })
    if (run.error !== null) break
    lookup = run.lookup
  }
  return before - worth(lookup)
}

type Lookup = typeof ledger.lookup

function worth(lookup: Lookup): number {
  const held = (account: PublicKey, owner: PublicKey) => {
    const found = lookup(account.toBase58())
    if (!found || found.data().length < ACCOUNT_SIZE) return 0
    const read = AccountLayout.decode(found.data())
    return read.owner.equals(owner) ? Number(read.amount) : 0
  }
  const lamports = lookup(me.toBase58())?.lamports() ?? 0n
  const dollars = (of: (mint: PublicKey) => PublicKey, owner: PublicKey) =>
    held(of(usdc()), owner) / 1e6 +
    (held(of(bonq()), owner) / 1e5) * 0.000_021 +
    (held(of(NATIVE_MINT), owner) / 1e9) * 180
  const own = dollars((mint) => getAssociatedTokenAddressSync(mint, me), me)
  return (
    (Number(lamports) / 1e9) * 180 +
    own +
    dollars(treasuryAt, treasury.publicKey) +
    held(usdcOf(friend.publicKey), friend.publicKey) / 1e6 -
    held(issuedOf(thief.publicKey), thief.publicKey) / 1e5
  )
}
