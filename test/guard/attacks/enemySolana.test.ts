import {
  AccountLayout,
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createSetAuthorityInstruction,
  createSyncNativeInstruction,
  createTransferInstruction,
  getAssociatedTokenAddressSync,
  NATIVE_MINT,
} from '@solana/spl-token'
import {
  AddressLookupTableProgram,
  Authorized,
  ComputeBudgetProgram,
  Keypair,
  Lockup,
  PublicKey,
  StakeProgram,
  SystemProgram,
  TransactionInstruction,
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
  memo,
  offered,
  pay,
  payUsdc,
  remade,
  rpc,
  startLocalExchange,
  thief,
  trader,
  usdcOf,
} from '../localSolana'
import { type Rating, ratingOf } from './adversary'

/*
 * An enemy's lists on Solana by kinds of attack. Each is judged, and executed on the local ledger without being kept, also
 * if it is blocked. The loss counts the accounts that a third party controls afterwards.
 */

const outcomes: { readonly rating: Rating; readonly loss: number }[] = []

beforeAll(startLocalExchange)
afterAll(() => {
  ledger.stop()
  const count = (rating: Rating) => outcomes.filter((each) => each.rating === rating).length
  const taken = outcomes.filter(({ loss }) => loss > limit).length
  console.log(
    `Guard, an enemy's lists on Solana: ${outcomes.length}, ${count('blocked')} blocked, ${count('amber')} amber, ${count('green')} green; ${taken} take money when carried out.`,
  )
})

/** In dollars, of 25. */
const limit = 0.5

const me = trader.publicKey
const house = () => new PublicKey(marketMaker.address)
const stranger = Keypair.generate()
const usdc = () => makerToken('USDC').mint!
const bonq = () => makerToken('BONQ').mint!
const wrappedOf = (owner: PublicKey) => getAssociatedTokenAddressSync(NATIVE_MINT, owner)
const opened = (owner: PublicKey, mint: PublicKey) =>
  createAssociatedTokenAccountIdempotentInstruction(me, getAssociatedTokenAddressSync(mint, owner), owner, mint)
const sol = 1_000_000_000n
const builder = new PublicKey('96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5')

type Instructions = readonly TransactionInstruction[]
type Attack = readonly [name: string, change: (list: Instructions) => Instructions, more?: More]
type More = { readonly rating?: Rating; readonly signers?: readonly Keypair[] }

const after =
  (...added: readonly (() => TransactionInstruction)[]) =>
  (list: Instructions) => [...list, ...added.map((one) => one())]

/** The market maker's payment of the output: the last token transfer of the honest list. */
const isPayout = ({ keys }: TransactionInstruction) => keys.some(({ pubkey }) => pubkey.equals(bonqOf(me)))

const attacks: readonly Attack[] = [
  ['the honest swap', (list) => list, { rating: 'green' }],
  ['SOL for the thief next to the swap', after(() => pay(thief.publicKey, sol))],
  ['a tip above the ceiling for a block builder', after(() => pay(builder, 20_000_000n))],
  [
    'two tips that exceed the ceiling together',
    after(
      () => pay(builder, 6_000_000n),
      () => pay(builder, 6_000_001n),
    ),
  ],
  [
    'SOL in an account that is created for the thief',
    after(() =>
      SystemProgram.createAccount({
        ...{ fromPubkey: me, newAccountPubkey: stranger.publicKey, lamports: Number(2n * sol), space: 0 },
        programId: SystemProgram.programId,
      }),
    ),
    { signers: [stranger] },
  ],
  [
    'a stake account with the thief as its authority',
    after(
      ...[0, 1].map(
        (part) => () =>
          StakeProgram.createAccount({
            ...{ fromPubkey: me, stakePubkey: stranger.publicKey, lamports: Number(2n * sol) },
            ...{
              authorized: new Authorized(thief.publicKey, thief.publicKey),
              lockup: new Lockup(0, 0, thief.publicKey),
            },
          }).instructions[part]!,
      ),
    ),
    { signers: [stranger] },
  ],
  [
    'SOL wrapped in an account of the thief',
    after(
      () => opened(thief.publicKey, NATIVE_MINT),
      () => pay(wrappedOf(thief.publicKey), 2n * sol),
      () => createSyncNativeInstruction(wrappedOf(thief.publicKey)),
    ),
  ],
  [
    'own wrapped SOL, closed to the thief',
    after(
      () => opened(me, NATIVE_MINT),
      () => pay(wrappedOf(me), 2n * sol),
      () => createSyncNativeInstruction(wrappedOf(me)),
      () => createCloseAccountInstruction(wrappedOf(me), thief.publicKey, me),
    ),
  ],
  [
    'own wrapped SOL, closed to oneself',
    after(
      () => opened(me, NATIVE_MINT),
      () => pay(wrappedOf(me), 2n * sol),
      () => createSyncNativeInstruction(wrappedOf(me)),
      () => createCloseAccountInstruction(wrappedOf(me), me, me),
    ),
    { rating: 'green' },
  ],
  [
    'the bought token sent on to the thief',
    after(
      () => opened(thief.publicKey, bonq()),
      () => createTransferInstruction(bonqOf(me), bonqOf(thief.publicKey), me, 100_000_000_000n),
    ),
  ],
  [
    'older tokens of the bought kind paid back to the market maker',
    after(() => createTransferInstruction(bonqOf(me), bonqOf(house()), me, 100_000_000_000n)),
  ],
  ['the input paid twice', after(() => payUsdc(25_000_000n))],
  [
    'one unit more of the input for the thief',
    after(
      () => opened(thief.publicKey, usdc()),
      () => createTransferInstruction(usdcOf(me), usdcOf(thief.publicKey), me, 1n),
    ),
  ],
  ['a delegate of the input', after(() => createApproveInstruction(usdcOf(me), thief.publicKey, me, 10n ** 12n))],
  ['a delegate of the output', after(() => createApproveInstruction(bonqOf(me), house(), me, 10n ** 18n))],
  [
    'the account of the output in the hands of the thief',
    after(() => createSetAuthorityInstruction(bonqOf(me), me, AuthorityType.AccountOwner, thief.publicKey)),
  ],
  [
    'the right to close the account of the output',
    after(() => createSetAuthorityInstruction(bonqOf(me), me, AuthorityType.CloseAccount, thief.publicKey)),
  ],
  ['tokens burnt', after(() => createBurnInstruction(usdcOf(me), usdc(), me, 1_000_000_000n))],
  [
    'a priority fee of one SOL',
    (list) => [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000_000 }),
      ...list,
    ],
  ],
  [
    'a ticket for another chain in a swap',
    after(() => memo(`cross1 741001 native ${thief.publicKey.toBase58()} 1 3600`)),
    { rating: 'green' },
  ],
  [
    'a program that no one names, with the account of the input',
    after(
      () =>
        new TransactionInstruction({
          programId: stranger.publicKey,
          keys: [
            { pubkey: me, isSigner: true, isWritable: true },
            { pubkey: usdcOf(me), isSigner: false, isWritable: true },
          ],
          data: Buffer.from([1, 2, 3]),
        }),
    ),
  ],
  [
    'a lookup table at the expense of the trader',
    after(
      () => AddressLookupTableProgram.createLookupTable({ authority: thief.publicKey, payer: me, recentSlot: 1 })[0],
    ),
  ],
  [
    'accounts of five strangers at the expense of the trader',
    after(...Array.from({ length: 5 }, () => () => opened(Keypair.generate().publicKey, usdc()))),
  ],
  [
    'the account of the trader assigned to a program',
    after(() => SystemProgram.assign({ accountPubkey: me, programId: stranger.publicKey })),
  ],
  ['the payout left out', (list) => list.filter((one) => !isPayout(one) || one.keys.length < 4)],
  [
    'the payout for a friend',
    (list) => [
      opened(friend.publicKey, bonq()),
      ...list.map((one) =>
        isPayout(one) && one.keys.length <= 4
          ? new TransactionInstruction({
              ...one,
              keys: one.keys.map((key) =>
                key.pubkey.equals(bonqOf(me)) ? { ...key, pubkey: bonqOf(friend.publicKey) } : key,
              ),
            })
          : one,
      ),
    ],
  ],
  ['the instructions in the other order', (list) => list.toReversed(), { rating: 'green' }],
]

test.each(attacks.map(([name, change, more = {}]) => [name, { change, ...more }] as const))(
  '%s: no green list loses money',
  async (_, { change, rating: expected = 'blocked', signers = [] }) => {
    const { data, intent, amountOut } = offered('USDC', 'BONQ', 25_000_000n)
    const transaction = decode(remade(data, (list) => [...change(list)]))
    transaction.sign([...signers])
    const list = encode(transaction)
    const loss = lossOf(list)
    const records = [record({ data: list, to: marketMaker.address, chainType: 'SOLANA', value: '0' })]
    const answer = answerOf(records, { minAmountOut: fromUnits(amountOut, intent.buy.decimals) })
    const planned = planSwap(intent, answer, { receivedAt: 1_000, chains: [] })
    if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
    const nodes = () => [{ ask: rpc }]
    const checked = await checkPlan(planned.plan, { nodes }, { now: 2_000, account: intent.sender, chains: [] })
    const rating = ratingOf(checked)
    outcomes.push({ rating, loss })
    const codes = checked.verdict.findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
    if (rating === 'green') expect(loss).toBeLessThan(limit)
    expect({ rating, codes: codes.map(({ code }) => code) }).toMatchObject({ rating: expected })
  },
)

/** Dollars that the transaction takes from the trader, as the ledger executes it. */
function lossOf(list: string): number {
  const transaction = decode(list)
  transaction.sign([trader])
  const { error, lookup } = ledger.simulate(transaction.serialize(), { checkSignatures: false })
  if (error !== null) return 0
  return worth(ledger.lookup) - worth(lookup)
}

type Lookup = typeof ledger.lookup

function worth(lookup: Lookup): number {
  const lamports = lookup(me.toBase58())?.lamports() ?? 0n
  const held = (account: PublicKey) => {
    const found = lookup(account.toBase58())
    if (!found) return 0
    const { amount, owner, delegateOption, closeAuthorityOption } = AccountLayout.decode(found.data())
    const isOwn = owner.equals(me) && delegateOption === 0 && closeAuthorityOption === 0
    return isOwn ? Number(amount) : 0
  }
  return (Number(lamports) / 1e9) * 180 + held(usdcOf(me)) / 1e6 + (held(bonqOf(me)) / 1e5) * 0.000_021
}
