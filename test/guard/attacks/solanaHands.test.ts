import {
  AccountLayout,
  AuthorityType,
  createAssociatedTokenAccountIdempotentInstruction,
  createCloseAccountInstruction,
  createInitializeAccount3Instruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  createSetAuthorityInstruction,
  createSyncNativeInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
  getAssociatedTokenAddressSync,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
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
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromUnits } from '../../../src/domain/amount'
import type { Chain } from '../../../src/domain/chain'
import type { Token } from '../../../src/domain/token'
import { decodeTransferMemo } from '../../../src/exchange/bridge/solanaBridge'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import type { SwapIntent } from '../../../src/guard/intent'
import { planSwap } from '../../../src/guard/plan/planSwap'
import { newsOfRenewal } from '../../../src/preparation/recheckChanges'
import type { DeploymentChain } from '../../../src/protocol/deployment/deployment'
import { answerOf, harborSettings, record } from '../fixtures'
import {
  bonqOf,
  decode,
  encode,
  friend,
  ledger,
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
  thief,
  trader,
  usdcOf,
} from '../localSolana'
import { ratingOf } from './adversary'

/*
 * Solana: accounts that change hands after the check, tickets that bridges read and the guard does not, rent paid for
 * others; and what people have lying about, such as wrapped SOL.
 */

beforeAll(startLocalExchange)
afterAll(() => ledger.stop())

const me = trader.publicKey
const house = () => new PublicKey(marketMaker.address)
const usdc = () => makerToken('USDC').mint!
const bonq = () => makerToken('BONQ').mint!
const typed = 25_000_000n
const now = 2_000

type Asked = { readonly list: readonly string[]; readonly intent: SwapIntent; readonly minimum: bigint }
type Change = (list: TransactionInstruction[]) => TransactionInstruction[]

type Vouched = Pick<DeploymentChain, 'trusted' | 'escrows'>

async function checkedOf({ list, intent, minimum }: Asked, vouched: Vouched = { trusted: [] }) {
  const records = list.map((data) => record({ data, to: 'somebody', chainType: 'SOLANA', value: '0' }))
  const answer = answerOf(records, { minAmountOut: fromUnits(minimum, intent.buy.decimals) })
  const solana = { ...harborSettings, chainId: 741_003, kind: 'solana' as const, name: 'Reef', ...vouched }
  const chains = [{ ...solana, wrappedNative: undefined, genesisHash: ledger.genesis }, harborSettings]
  const planned = planSwap(intent, answer, { receivedAt: 1_000, chains })
  if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
  const nodes = () => [{ ask: rpc }]
  return checkPlan(planned.plan, { nodes }, { now, account: intent.sender, chains })
}

async function judged(asked: Asked, vouched?: Vouched) {
  const checked = await checkedOf(asked, vouched)
  const loud = checked.verdict.findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
  return { rating: ratingOf(checked), codes: loud.map(({ code, kind }) => `${code}.${kind}`) }
}

/** The honest swap, changed and signed by the market maker and by those who play along. */
function changed(change: Change, signers: readonly Keypair[] = []): Asked {
  const { data, intent, amountOut } = offered('USDC', 'BONQ', typed)
  const transaction = decode(remade(data, change))
  transaction.sign([...signers])
  return { list: [encode(transaction)], intent, minimum: amountOut }
}

function submit(instructions: readonly TransactionInstruction[], signers: readonly Keypair[] = []): void {
  const { hash } = ledger.latestBlockhash()
  const message = new TransactionMessage({
    ...{ payerKey: thief.publicKey, recentBlockhash: hash, instructions: [...instructions] },
  })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign([thief, ...signers])
  const { error } = ledger.submit(transaction.serialize())
  if (error !== null) throw new Error(JSON.stringify(error))
}

function carryOut({ list }: Asked): void {
  for (const data of list) {
    const transaction = decode(data)
    transaction.sign([trader])
    methods.sendTransaction!(encode(transaction), { encoding: 'base64' })
  }
}

const accountAt = (account: PublicKey) => AccountLayout.decode(ledger.lookup(account.toBase58())!.data())

const opening = (account: Keypair, mint: PublicKey, owner: PublicKey) => [
  SystemProgram.createAccount({
    ...{ fromPubkey: thief.publicKey, newAccountPubkey: account.publicKey, lamports: 2_039_280, space: 165 },
    programId: TOKEN_PROGRAM_ID,
  }),
  createInitializeAccount3Instruction(account.publicKey, mint, owner),
]

/** An account of someone's that the thief opened, and may close as long as it is empty. */
function trapFor(owner: PublicKey, mint: PublicKey): Keypair {
  const trap = Keypair.generate()
  const { publicKey } = trap
  const hand = (type: AuthorityType, to: PublicKey) =>
    createSetAuthorityInstruction(publicKey, thief.publicKey, type, to)
  submit(
    [
      ...opening(trap, mint, thief.publicKey),
      hand(AuthorityType.CloseAccount, thief.publicKey),
      hand(AuthorityType.AccountOwner, owner),
    ],
    [trap],
  )
  return trap
}

function spring(trap: Keypair, mint: PublicKey): void {
  submit([createCloseAccountInstruction(trap.publicKey, thief.publicKey, thief.publicKey)])
  submit(opening(trap, mint, thief.publicKey), [trap])
}

const paidOutTo = (account: PublicKey): Change => {
  const payout = (amount: bigint) =>
    createTransferCheckedInstruction(bonqOf(house()), bonq(), account, house(), amount, 5)
  return (list) => replaced(list, 4, payout(list[4]!.data.readBigUInt64LE(1)))
}

describe('S-7 an account that the thief may close, and open again as their own', () => {
  test('the output is paid out there: blocked, because all of it may go to the thief', async () => {
    const trap = trapFor(me, bonq())
    const asked = changed(paidOutTo(trap.publicKey))
    expect(await judged(asked)).toEqual({ rating: 'blocked', codes: ['V-011.may-change-hands'] })
    spring(trap, bonq())
    carryOut(asked)
    expect(accountAt(trap.publicKey)).toMatchObject({ owner: thief.publicKey, amount: asked.minimum })
  })

  test('one’s other tokens are moved there next to the swap: blocked', async () => {
    const trap = trapFor(me, bonq())
    const moved = createTransferInstruction(bonqOf(me), trap.publicKey, me, 1_000_000n)
    const asked = changed((list) => [...list, moved])
    expect(await judged(asked)).toEqual({ rating: 'blocked', codes: ['V-015.too-much'] })
    spring(trap, bonq())
    carryOut(asked)
    expect(accountAt(trap.publicKey)).toMatchObject({ owner: thief.publicKey, amount: 1_000_000n })
  })

  test('more of the input is moved there: blocked', async () => {
    const moved = createTransferInstruction(usdcOf(me), trapFor(me, usdc()).publicKey, me, 1_000_000n)
    expect(await judged(changed((list) => [...list, moved]))).toMatchObject({ rating: 'blocked' })
  })

  test('an account of one’s own that no one else may close takes both', async () => {
    const own = Keypair.generate()
    submit(opening(own, bonq(), me), [own])
    const moved = createTransferInstruction(bonqOf(me), own.publicKey, me, 1_000_000n)
    const asked = changed((list) => [...paidOutTo(own.publicKey)(list), moved])
    expect(await judged(asked)).toEqual({ rating: 'green', codes: [] })
  })

  test('an associated account whose rent someone else paid, and may take back, passes: no one opens it for themselves', async () => {
    const [own, sponsor] = [bonqOf(me), friend.publicKey]
    submit([createSetAuthorityInstruction(own, me, AuthorityType.CloseAccount, sponsor)], [trader])
    expect(await judged(changed((list) => list))).toEqual({ rating: 'green', codes: [] })
    submit([createSetAuthorityInstruction(own, sponsor, AuthorityType.CloseAccount, me)], [friend])
  })
})

const far: Chain = { id: 1, chainId: 741_001, name: 'Harbor', kind: 'evm', isEnabled: true }
const farUsdc: Token = {
  ...{ id: 77, chain: far, address: `0x${'5c'.repeat(20)}`, symbol: 'USDC', name: 'USDC', decimals: 6 },
  ...{ isNative: false, price: '1', imagePath: undefined },
}
const [recipient, stranger] = [`0x${'1a'.repeat(20)}`, `0x${'bd'.repeat(20)}`]
const least = 24_875_000n
const vault = Keypair.generate().publicKey
const ticket = (to = recipient, { chain = '741001', minimum = `${least}`, deadline = '3600' } = {}) =>
  `cross1 ${chain} ${farUsdc.address} ${to} ${minimum} ${deadline}`

/** The typed amount, deposited for another chain. */
function crossing(instructions: readonly TransactionInstruction[], ...tickets: readonly string[]): Asked {
  const { intent } = offered('USDC', 'BONQ', typed)
  const { hash } = ledger.latestBlockhash()
  const message = new TransactionMessage({
    ...{ payerKey: me, recentBlockhash: hash, instructions: [...instructions, ...tickets.map(memo)] },
  })
  const data = encode(new VersionedTransaction(message.compileToV0Message()))
  const sell = { ...intent.sell, token: { ...intent.sell.token, price: '1' } }
  return { list: [data], intent: { ...intent, sell, buy: farUsdc, recipient }, minimum: least }
}

const deposit = (account = usdcOf(vault), amount = typed) =>
  createTransferCheckedInstruction(usdcOf(me), usdc(), account, me, amount, 6)

describe('a deposit for another chain', () => {
  beforeAll(() =>
    submit([createAssociatedTokenAccountIdempotentInstruction(thief.publicKey, usdcOf(vault), vault, usdc())]),
  )
  const named = [vault.toBase58()]
  const crossed = (asked: Asked) => judged(asked, { trusted: named })

  test('at an escrow of the deployment, for a day at most, is green', async () => {
    expect(await crossed(crossing([deposit()], ticket()))).toEqual({ rating: 'green', codes: [] })
    expect(await crossed(crossing([deposit()], ticket(recipient, { deadline: '86400' })))).toMatchObject({
      rating: 'green',
    })
    expect(await crossed(crossing([deposit()], ticket(), 'order 77'))).toMatchObject({ rating: 'green' })
  })

  test('S-7c with a right ticket, but paid to the market maker, which no bridge sees: blocked where settings name the escrows', async () => {
    const paid = crossing([deposit(usdcOf(house()))], ticket())
    const trusted = [...named, marketMaker.address]
    expect(await judged(paid, { trusted })).toEqual({ rating: 'green', codes: [] })
    expect(await judged(paid, { trusted, escrows: named })).toEqual({ rating: 'blocked', codes: ['V-051.no-escrow'] })
    const passedOn = createTransferCheckedInstruction(usdcOf(house()), usdc(), usdcOf(vault), house(), least, 6)
    const signed = changed(() => [deposit(usdcOf(house())), passedOn, memo(ticket())])
    const exchanged = { ...paid, list: signed.list }
    expect(await judged(exchanged, { trusted, escrows: named })).toEqual({ rating: 'green', codes: [] })
    const parts = [deposit(undefined, least - 1n), deposit(usdcOf(house()), typed - least + 1n)]
    expect(await judged(crossing(parts, ticket()), { trusted, escrows: named })).toMatchObject({ rating: 'blocked' })
    expect(await judged(crossing([deposit()], ticket()), { trusted, escrows: named })).toEqual({
      ...{ rating: 'green', codes: [] },
    })
  })

  test('S-7d a deposit whose minimum the service rounds, and a tip for the block builder, is green', async () => {
    const rounded = { ...crossing([deposit()], ticket()), minimum: least + 1n }
    expect(await crossed(rounded)).toEqual({ rating: 'green', codes: [] })
    const tip = pay(new PublicKey('96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5'), 1_000_000n)
    expect(await crossed(crossing([deposit(), tip], ticket()))).toEqual({ rating: 'green', codes: [] })
  })

  test('S-7d a deposit whose ticket requests 0.2 % less than stated is blocked, and S-7c so is a tip for anyone else', async () => {
    const less = { ...crossing([deposit()], ticket()), minimum: (least * 1_002n) / 1_000n }
    expect(await crossed(less)).toEqual({ rating: 'blocked', codes: ['V-036.asks-too-little'] })
    const tip = pay(thief.publicKey, 1_000_000n)
    expect(await crossed(crossing([deposit(), tip], ticket()))).toMatchObject({
      ...{ rating: 'blocked', codes: expect.arrayContaining(['V-051.unvouched']) },
    })
  })

  test('S-7d a deposit whose ticket requests 3 % more than stated needs consent, as no one would deliver it', async () => {
    const stated = (least * 100n) / 103n
    expect(await crossed({ ...crossing([deposit()], ticket()), minimum: stated })).toEqual({
      rating: 'amber',
      codes: ['V-036.asks-too-much'],
    })
    expect(await crossed({ ...crossing([deposit()], ticket()), minimum: (least * 100n) / 101n })).toEqual({
      ...{ rating: 'green', codes: [] },
    })
  })

  test('S-7c in an account of the escrow’s that the thief may close and open again: blocked', async () => {
    const trap = trapFor(vault, usdc())
    const asked = crossing([deposit(trap.publicKey)], ticket())
    expect(await crossed(asked)).toEqual({ rating: 'blocked', codes: ['V-051.unvouched'] })
    spring(trap, usdc())
    carryOut(asked)
    expect(accountAt(trap.publicKey)).toMatchObject({ owner: thief.publicKey, amount: typed })
  })

  test('S-7d a ticket for the thief with zeros in front, which the bridge reads first: blocked', async () => {
    const hidden = ticket(stranger, { chain: '0000000000741001', minimum: '1' })
    expect(decodeTransferMemo(hidden)).toMatchObject({ chain: 741_001, recipient: stranger })
    for (const tickets of [[hidden, ticket()], [ticket(), hidden], [hidden]])
      expect(await crossed(crossing([deposit()], ...tickets))).toEqual({
        rating: 'blocked',
        codes: ['V-038.ambiguous'],
      })
  })

  test.each([
    ['a minimum with more digits than the bridge reads', ticket(recipient, { minimum: `${'0'.repeat(33)}${least}` })],
    ['a deadline with zeros in front', ticket(recipient, { deadline: '0003600' })],
    ['a word more', `${ticket()} 1`],
    ['capitals', ticket().replace('cross1', 'CROSS1')],
    ['a blank in front', ` ${ticket()}`],
    ['a line in front', `\n${ticket()}`],
  ])('S-7d a ticket with %s, which a bridge may not read, or read otherwise: blocked', async (_, text) => {
    expect(await crossed(crossing([deposit()], text))).toEqual({ rating: 'blocked', codes: ['V-038.ambiguous'] })
  })

  test.each([
    ['a day and a second away', `${86_400 + now / 1000 + 1}`],
    ['in the year 2100', '4102444800'],
    ['at the end of time', '999999999999'],
  ])('S-7d a deposit whose refund waits for a deadline %s is blocked', async (_, deadline) => {
    expect(await crossed(crossing([deposit()], ticket(recipient, { deadline })))).toEqual({
      ...{ rating: 'blocked', codes: ['V-051.late-refund'] },
    })
  })

  test.each(['0', '1', '2'])(
    'S-9 a deposit whose deadline has passed (%s), so that it can only be refunded, is blocked',
    async (deadline) => {
      expect(await crossed(crossing([deposit()], ticket(recipient, { deadline })))).toEqual({
        ...{ rating: 'blocked', codes: ['V-017.quote-expired'] },
      })
    },
  )

  const opaque = new PublicKey('Ed25519SigVerify111111111111111111111111111')
  const unread = new TransactionInstruction({
    ...{ programId: opaque, keys: [{ pubkey: me, isSigner: true, isWritable: true }], data: Buffer.from([0, 0]) },
  })

  test('S-7c by a program that no one names, instead of a deposit or of most of it: blocked', async () => {
    for (const list of [[unread], [unread, deposit(undefined, 1n)]])
      expect(await crossed(crossing(list, ticket()))).toMatchObject({
        ...{ rating: 'blocked', codes: expect.arrayContaining(['V-051.unvouched']) },
      })
  })

  test('by a program of the deployment, or next to a whole deposit, needs the amount typed', async () => {
    expect(await judged(crossing([unread], ticket()), { trusted: [...named, opaque.toBase58()] })).toMatchObject({
      rating: 'amber',
    })
    expect(await crossed(crossing([deposit(), unread], ticket()))).toMatchObject({ rating: 'amber' })
  })
})

describe('S-6 deposits for accounts of others', () => {
  /** Accounts of a fresh token each, opened at the trader's expense. */
  const opened = (owner: PublicKey, count: number) =>
    Array.from({ length: count }, () => {
      const mint = Keypair.generate()
      submit(
        [
          SystemProgram.createAccount({
            ...{ fromPubkey: thief.publicKey, newAccountPubkey: mint.publicKey, space: 82 },
            ...{ lamports: ledger.minimumBalance(82), programId: TOKEN_PROGRAM_ID },
          }),
          createInitializeMint2Instruction(mint.publicKey, 5, thief.publicKey, null),
        ],
        [mint],
      )
      const account = getAssociatedTokenAddressSync(mint.publicKey, owner)
      return createAssociatedTokenAccountIdempotentInstruction(me, account, owner, mint.publicKey)
    })

  test('one for a stranger needs a tick, two are blocked', async () => {
    const beside = (count: number) => changed((list) => [...list, ...opened(friend.publicKey, count)])
    expect(await judged(beside(1))).toEqual({ rating: 'amber', codes: ['V-055.pays-for-others'] })
    expect(await judged(beside(2))).toMatchObject({ rating: 'blocked', codes: ['V-055.pays-for-others'] })
  })

  test('two for an exchange of the deployment pass, three are blocked', async () => {
    const beside = (count: number) => changed((list) => [...list, ...opened(house(), count)])
    expect(await judged(beside(2), { trusted: [marketMaker.address] })).toEqual({ rating: 'green', codes: [] })
    expect(await judged(beside(3), { trusted: [marketMaker.address] })).toMatchObject({
      ...{ rating: 'blocked', codes: ['V-055.pays-for-others'] },
    })
  })
})

describe('what people have lying about', () => {
  const wrapped = getAssociatedTokenAddressSync(NATIVE_MINT, me)
  const ofHouse = () => getAssociatedTokenAddressSync(NATIVE_MINT, house())

  /** SOL sold by way of the trader's wrapped SOL, which holds some already and is closed at the end. */
  function soldWrapped(units: bigint, held: bigint, ...besides: readonly TransactionInstruction[]): Asked {
    submit([
      createAssociatedTokenAccountIdempotentInstruction(thief.publicKey, wrapped, me, NATIVE_MINT),
      createAssociatedTokenAccountIdempotentInstruction(thief.publicKey, ofHouse(), house(), NATIVE_MINT),
    ])
    submit([pay(wrapped, held), createSyncNativeInstruction(wrapped)], [trader])
    const { data, intent, amountOut } = offered('SOL', 'USDC', units)
    const change: Change = (list) => [
      ...list.filter(({ programId }) => !programId.equals(SystemProgram.programId)),
      pay(wrapped, units),
      createSyncNativeInstruction(wrapped),
      createTransferInstruction(wrapped, ofHouse(), me, units),
      createCloseAccountInstruction(wrapped, me, me),
      ...besides,
    ]
    return { list: [remade(data, change)], intent, minimum: amountOut }
  }

  test.each([
    ['less', 3_000_000_000n, 1_000_000_000n],
    ['more', 1_000_000_000n, 2_000_000_000n],
    ['as much', 1_000_000_000n, 1_000_000_000n],
  ])('S-10 SOL is sold, and wrapped SOL is closed that held %s: nothing else leaves', async (_, units, held) => {
    expect(await judged(soldWrapped(units, held))).toEqual({ rating: 'green', codes: [] })
  })

  test.each([
    ['with a limit', [ComputeBudgetProgram.setComputeUnitLimit({ units: 200_000 })]],
    ['without one', []],
  ])('S-10 a priority fee %s that the node reports hides nothing and needs no consent', async (_, limits) => {
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 2_000_000n })
    const isBudget = ({ programId }: TransactionInstruction) => programId.equals(ComputeBudgetProgram.programId)
    const asked = changed((list) => [...limits, price, ...list.filter((each) => !isBudget(each))])
    expect(await judged(asked)).toEqual({ rating: 'green', codes: [] })
    const before = ledger.lookup(me.toBase58())!.lamports()
    const [fee] = [asked.list[0]!].map((data) => {
      const message = Buffer.from(decode(data).message.serialize()).toString('base64')
      return (methods.getFeeForMessage!(message) as { value: number }).value
    })
    carryOut(asked)
    expect(before - ledger.lookup(me.toBase58())!.lamports()).toBe(BigInt(fee!))
  })

  test('S-10 wrapped SOL that is closed does not hide SOL that leaves', async () => {
    const asked = soldWrapped(1_000_000_000n, 2_000_000_000n, pay(thief.publicKey, 1_500_000_000n))
    expect(await judged(asked)).toMatchObject({
      ...{ rating: 'blocked', codes: expect.arrayContaining(['V-034.leaves-more']) },
    })
  })

  test('S-10 a first account of a token of the newer program, which is larger, needs no tick', async () => {
    const mint = Keypair.generate()
    const size = 82
    const program = TOKEN_2022_PROGRAM_ID
    const accountOf = (owner: PublicKey) => getAssociatedTokenAddressSync(mint.publicKey, owner, false, program)
    const open = (payer: PublicKey, owner: PublicKey) =>
      createAssociatedTokenAccountIdempotentInstruction(payer, accountOf(owner), owner, mint.publicKey, program)
    submit(
      [
        SystemProgram.createAccount({
          ...{ fromPubkey: thief.publicKey, newAccountPubkey: mint.publicKey, space: size },
          ...{ lamports: ledger.minimumBalance(size), programId: program },
        }),
        createInitializeMint2Instruction(mint.publicKey, 5, thief.publicKey, null, program),
        open(thief.publicKey, thief.publicKey),
        createMintToInstruction(mint.publicKey, accountOf(thief.publicKey), thief.publicKey, 9_000_000n, [], program),
        createAssociatedTokenAccountIdempotentInstruction(
          thief.publicKey,
          usdcOf(thief.publicKey),
          thief.publicKey,
          usdc(),
        ),
      ],
      [mint],
    )
    const { intent } = offered('USDC', 'BONQ', typed)
    const instructions = [
      createTransferCheckedInstruction(usdcOf(me), usdc(), usdcOf(thief.publicKey), me, typed, 6),
      open(me, me),
      createTransferCheckedInstruction(
        accountOf(thief.publicKey),
        mint.publicKey,
        accountOf(me),
        thief.publicKey,
        500_000n,
        5,
        [],
        program,
      ),
    ]
    const { hash } = ledger.latestBlockhash()
    const message = new TransactionMessage({ payerKey: me, recentBlockhash: hash, instructions })
    const transaction = new VersionedTransaction(message.compileToV0Message())
    transaction.sign([thief])
    const buy = { ...intent.buy, address: mint.publicKey.toBase58(), symbol: 'NEWER' }
    const asked = { list: [encode(transaction)], intent: { ...intent, buy }, minimum: 500_000n }
    expect(await judged(asked)).toEqual({ rating: 'green', codes: [] })
  })
})

describe('V-057 a renewed plan on Solana', () => {
  const tipped = (to: string) => changed((list) => [...list, pay(new PublicKey(to), 10_000n)])
  const news = async (accepted: Asked, renewed: Asked) => {
    const [before, after] = [await checkedOf(accepted), await checkedOf(renewed)]
    return newsOfRenewal(before, after).map(({ code, facts }) => ({ code, facts }))
  }

  test('goes on silently where the tip goes to another account that takes tips', async () => {
    const [first, other] = [
      tipped('96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5'),
      tipped('3AVi9Tg9Uo68tJfuvoKvqKNWKkC5wPdSSdeBnizKZ6jT'),
    ]
    expect(await news(first, other)).toEqual([])
  })

  test('asks again where there is one transaction more, though it does nothing but make ready', async () => {
    const once = changed((list) => list)
    const setUp = remade(once.list[0]!, (list) => [
      ...list.slice(0, 1),
      createAssociatedTokenAccountIdempotentInstruction(me, bonqOf(me), me, bonq()),
    ])
    const twice = { ...once, list: [setUp, ...once.list] }
    expect(await news(once, twice)).toContainEqual({ code: 'V-057', facts: { change: 'another call' } })
    expect(await news(twice, once)).not.toContainEqual({ code: 'V-057', facts: { change: 'another call' } })
  })
})
