import {
  AccountLayout,
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createCloseAccountInstruction,
  createInitializeAccount3Instruction,
  createInitializeMint2Instruction,
  createInitializeTransferFeeConfigInstruction,
  createMintToInstruction,
  createSetAuthorityInstruction,
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
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromUnits } from '../../../src/domain/amount'
import type { Chain } from '../../../src/domain/chain'
import type { Token } from '../../../src/domain/token'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import type { SwapIntent } from '../../../src/guard/intent'
import { planSwap } from '../../../src/guard/plan/planSwap'
import { newsOfRenewal } from '../../../src/preparation/recheckChanges'
import type { DeploymentChain } from '../../../src/protocol/deployment/deployment'
import { answerOf, harborSettings, record } from '../fixtures'
import {
  bonqOf,
  encode,
  ledger,
  localSolana,
  makerToken,
  marketMaker,
  memo,
  pay,
  rpc,
  startLocalExchange,
  thief,
  tokenOf,
  trader,
  usdcOf,
} from '../localSolana'
import { ratingOf } from './adversary'

/*
 * Deposits for other chains where settings name the escrows. The amount that a bridge receives, through any
 * intermediary, must equal the value of the person's payment. The market maker, and sometimes the holder of the
 * escrow's key, work for the thief.
 */

const me = trader.publicKey
const [vault, rival, till] = [Keypair.generate(), Keypair.generate(), Keypair.generate()]
const [escrow, second] = [vault.publicKey, rival.publicKey]
const house = () => new PublicKey(marketMaker.address)
const usdc = () => makerToken('USDC').mint!
const bonq = () => makerToken('BONQ').mint!
const wrapped = (owner: PublicKey) => getAssociatedTokenAddressSync(NATIVE_MINT, owner)

const far: Chain = { id: 1, chainId: 741_001, name: 'Harbor', kind: 'evm', isEnabled: true }
const farToken = (symbol: string, byte: string, decimals: number, price: string): Token => ({
  ...{ id: Number(`0x${byte}`), chain: far, address: `0x${byte.repeat(20)}`, symbol, name: symbol, decimals },
  ...{ isNative: false, price, imagePath: undefined },
})
const farUsdc = farToken('USDC', '5c', 18, '1')
const farSol = farToken('SOL', '50', 18, '180')
const farPup = farToken('PUP', '9d', 18, '1')
const recipient = `0x${'1a'.repeat(20)}`

const typed = 25_000_000n
const least = 24_875_000n
const tenToThe12th = 10n ** 12n
const now = 2_000

beforeAll(() => {
  startLocalExchange()
  ledger.airdrop(escrow.toBase58(), 1_000_000_000n)
  ledger.airdrop(till.publicKey.toBase58(), 1_000_000_000n)
  for (const symbol of ['USDC', 'BONQ'])
    for (const owner of [escrow, second, till.publicKey, thief.publicKey])
      marketMaker.fund(owner.toBase58(), makerToken(symbol), 10n ** 12n)
  submit([escrow, house()].map((owner) => openFor(owner, NATIVE_MINT)))
})
afterAll(() => ledger.stop())

const openFor = (owner: PublicKey, mint: PublicKey, program = TOKEN_PROGRAM_ID) =>
  createAssociatedTokenAccountIdempotentInstruction(
    ...([thief.publicKey, getAssociatedTokenAddressSync(mint, owner, false, program), owner, mint, program] as const),
  )

function submit(instructions: readonly TransactionInstruction[], signers: readonly Keypair[] = []): void {
  const { error } = ledger.submit(signed(thief.publicKey, instructions, [thief, ...signers]).serialize())
  if (error !== null) throw new Error(JSON.stringify(error))
}

function signed(payerKey: PublicKey, instructions: readonly TransactionInstruction[], signers: readonly Keypair[]) {
  const { hash } = ledger.latestBlockhash()
  const message = new TransactionMessage({ payerKey, recentBlockhash: hash, instructions: [...instructions] })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  const needed = transaction.message.staticAccountKeys.slice(0, transaction.message.header.numRequiredSignatures)
  transaction.sign(signers.filter(({ publicKey }) => needed.some((key) => key.equals(publicKey))))
  return marketMaker.countersign(transaction)
}

const usdcTo = (to: PublicKey, amount = typed, by = me) =>
  createTransferCheckedInstruction(usdcOf(by), usdc(), to, by, amount, 6)
const bonqTo = (to: PublicKey, amount: bigint, by = me) =>
  createTransferCheckedInstruction(bonqOf(by), bonq(), to, by, amount, 5)
const solBy = (from: PublicKey, to: PublicKey, lamports: bigint) =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports })
/** The market maker passes on what it got, less the tolerance. */
const passedOn = (amount = least, to = usdcOf(escrow)) => usdcTo(to, amount, house())
const toHouse = () => usdcTo(usdcOf(house()))

type Asked = {
  readonly sell?: 'USDC' | 'SOL' | Token
  readonly units?: bigint
  readonly buy?: Token
  /** Of the bought token, in its smallest unit. */
  readonly minimum?: bigint
  readonly stated?: bigint | undefined
  readonly settings?: Partial<DeploymentChain>
  readonly farSettings?: Partial<DeploymentChain>
}

const named = (symbol: string, address: string) => ({ symbol, address })

async function checkedOf(instructions: readonly TransactionInstruction[], asked: Asked = {}) {
  const { sell = 'USDC', units = typed, buy = farUsdc, minimum = least * tenToThe12th } = asked
  const { stated = minimum, settings, farSettings } = asked
  const sold = typeof sell === 'string' ? tokenOf(makerToken(sell)) : sell
  const intent: SwapIntent = {
    kind: 'swap',
    sell: { token: { ...sold, price: sell === 'SOL' ? '180' : '1' }, units },
    ...{ buy, slippageBps: 50, sender: me.toBase58(), recipient, skipNonSwapTransactions: false },
  }
  const ticket = memo(`cross1 741001 ${buy.address} ${recipient} ${minimum} 3600`)
  const data = encode(signed(me, [...instructions, ticket], [vault, rival, till, thief]))
  const owners = [escrow, second, till.publicKey, house()]
  const solana: DeploymentChain = {
    ...{ ...harborSettings, chainId: localSolana.chainId, kind: 'solana', name: 'Reef', wrappedNative: undefined },
    ...{ genesisHash: ledger.genesis, nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 } },
    trusted: owners.map((owner) => owner.toBase58()),
    escrows: [escrow.toBase58()],
    tokens: [named('USDC', usdc().toBase58()), named('BONQ', bonq().toBase58())],
    ...settings,
  }
  const harbor = {
    ...harborSettings,
    tokens: [named('USDC', farUsdc.address), named('SOL', farSol.address)],
    ...farSettings,
  }
  const chains = [solana, harbor]
  const records = [record({ data, to: 'somebody', chainType: 'SOLANA', value: '0' })]
  const minAmountOut = stated === undefined ? undefined : fromUnits(stated, buy.decimals)
  const planned = planSwap(intent, answerOf(records, { minAmountOut }), { receivedAt: 1_000, chains })
  if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
  const nodes = () => [{ ask: rpc }]
  return checkPlan(planned.plan, { nodes }, { now, account: intent.sender, chains })
}

async function judged(instructions: readonly TransactionInstruction[], asked?: Asked) {
  const checked = await checkedOf(instructions, asked)
  const loud = checked.verdict.findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
  return { rating: ratingOf(checked), codes: loud.map(({ code, kind }) => `${code}.${kind}`) }
}

const green = { rating: 'green', codes: [] }
const notSeen = { rating: 'blocked', codes: ['V-051.no-escrow'] }
const tooLittle = { rating: 'blocked', codes: ['V-051.low-deposit'] }
const notCompared = { rating: 'amber', codes: ['V-051.not-compared'] }
const unnamed = { rating: 'blocked', codes: ['V-051.other-token'] }

/** One SOL for the market maker, who owes 180 USDC for it. */
const forSol = { sell: 'SOL', units: 1_000_000_000n, minimum: 179_000_000n * tenToThe12th } as const
const solToHouse = () => pay(house(), 1_000_000_000n)

/** A fresh token, of which everyone has some. */
function issued(decimals = 6, program = TOKEN_PROGRAM_ID, feeBps?: number): PublicKey {
  const mint = Keypair.generate()
  const { publicKey } = mint
  const size = feeBps === undefined ? 82 : getMintLen([ExtensionType.TransferFeeConfig])
  const fee = (bps: number) =>
    createInitializeTransferFeeConfigInstruction(publicKey, null, null, bps, 2n ** 63n, program)
  submit(
    [
      SystemProgram.createAccount({
        ...{ fromPubkey: thief.publicKey, newAccountPubkey: publicKey, space: size },
        ...{ lamports: ledger.minimumBalance(size), programId: program },
      }),
      ...(feeBps === undefined ? [] : [fee(feeBps)]),
      createInitializeMint2Instruction(publicKey, decimals, thief.publicKey, null, program),
    ],
    [mint],
  )
  for (const owner of [me, house(), escrow]) {
    const account = getAssociatedTokenAddressSync(publicKey, owner, false, program)
    submit([
      openFor(owner, publicKey, program),
      createMintToInstruction(publicKey, account, thief.publicKey, 10n ** 12n, [], program),
    ])
  }
  return publicKey
}

const sent = (mint: PublicKey, by: PublicKey, to: PublicKey, amount: bigint, program = TOKEN_PROGRAM_ID) => {
  const of = (owner: PublicKey) => getAssociatedTokenAddressSync(mint, owner, false, program)
  return createTransferCheckedInstruction(of(by), mint, of(to), by, amount, 6, [], program)
}

/** A token account that is no associated one. */
function extraAccount(owner: PublicKey, mint: PublicKey): Keypair {
  const account = Keypair.generate()
  submit(
    [
      SystemProgram.createAccount({
        ...{ fromPubkey: thief.publicKey, newAccountPubkey: account.publicKey, lamports: 2_039_280, space: 165 },
        programId: TOKEN_PROGRAM_ID,
      }),
      createInitializeAccount3Instruction(account.publicKey, mint, owner),
    ],
    [account],
  )
  return account
}

describe('an honest deposit where settings name the escrows is green', () => {
  test('at the associated account of an owner, and at a token account that is named itself', async () => {
    expect(await judged([usdcTo(usdcOf(escrow))])).toEqual(green)
    const account = usdcOf(escrow).toBase58()
    const alone = { trusted: [account], escrows: [account] }
    expect(await judged([usdcTo(usdcOf(escrow))], { settings: alone })).toEqual(green)
  })

  test('at a named account that is not the associated one', async () => {
    const account = extraAccount(escrow, usdc()).publicKey
    const settings = { trusted: [account.toBase58()], escrows: [account.toBase58()] }
    expect(await judged([usdcTo(account)], { settings })).toEqual(green)
  })

  test('over a market maker that passes on all but the tolerance, before or after it is paid', async () => {
    expect(await judged([toHouse(), passedOn()])).toEqual(green)
    expect(await judged([passedOn(), toHouse()])).toEqual(green)
    expect(await judged([toHouse(), passedOn(12_000_000n), passedOn(least - 12_000_000n)])).toEqual(green)
  })

  test('over a market maker that receives at one wallet of the deployment and pays from another', async () => {
    expect(await judged([toHouse(), usdcTo(usdcOf(escrow), least, till.publicKey)])).toEqual(green)
  })

  test("of SOL that a market maker buys for the local token with the bought one's ticker", async () => {
    expect(await judged([solToHouse(), passedOn(179_000_000n)], forSol)).toEqual(green)
  })

  test('over a market maker whose fee is larger than the tolerance, and part of the minimum that was shown', async () => {
    const asked = { minimum: 24_700_000n * tenToThe12th }
    expect(await judged([toHouse(), passedOn(24_700_000n)], asked)).toEqual(green)
    expect(await judged([toHouse(), passedOn(24_699_999n)], asked)).toEqual(tooLittle)
    expect(await judged([toHouse(), passedOn(24_700_000n)], { ...asked, farSettings: { tokens: [] } })).toEqual(
      tooLittle,
    )
  })

  test('with a fee for an account of the deployment, within the tolerance', async () => {
    const [fee, rest] = [typed - least, least]
    expect(await judged([usdcTo(usdcOf(escrow), rest), usdcTo(usdcOf(till.publicKey), fee)])).toEqual(green)
  })

  const takesSol = () => {
    const wallet = escrow.toBase58()
    return { settings: { escrows: [wallet, `native:${wallet}`] } }
  }

  test('of SOL itself, at a wallet that is named for it', async () => {
    expect(await judged([pay(escrow, 1_000_000_000n)], { ...forSol, ...takesSol() })).toEqual(green)
  })

  test('of SOL itself that a market maker pays, for its namesake on the other chain', async () => {
    const bought = { buy: farSol, minimum: 138_000_000n * 10n ** 9n }
    expect(await judged([toHouse(), solBy(house(), escrow, 138_000_000n)], { ...bought, ...takesSol() })).toEqual(green)
    const less = [toHouse(), solBy(house(), escrow, 137_999_999n)]
    expect(await judged(less, { ...bought, ...takesSol() })).toEqual(tooLittle)
  })

  test('of wrapped SOL, which the person wraps in between', async () => {
    const own = wrapped(me)
    const list = [
      createAssociatedTokenAccountIdempotentInstruction(me, own, me, NATIVE_MINT),
      pay(own, 1_000_000_000n),
      createSyncNativeInstruction(own),
      createTransferCheckedInstruction(own, NATIVE_MINT, wrapped(escrow), me, 1_000_000_000n, 9),
      createCloseAccountInstruction(own, me, me),
    ]
    expect(await judged(list, forSol)).toEqual(green)
  })
})

describe('what a bridge sees arrive is too little, or nothing: tampered deposits', () => {
  test.each([1n, 1_000n, least - 1n])('S-7c the market maker passes on %s units: blocked', async (amount) => {
    expect(await judged([toHouse(), passedOn(amount)])).toEqual(tooLittle)
    expect(await judged([passedOn(amount), toHouse()])).toEqual(tooLittle)
  })

  test('S-7c of SOL, the market maker passes on a unit less than is promised on the other chain: blocked', async () => {
    expect(await judged([solToHouse(), passedOn(178_999_999n)], forSol)).toEqual(tooLittle)
    expect(await judged([solToHouse(), passedOn(1n)], forSol)).toEqual(tooLittle)
  })

  test('S-7c most goes to the escrow, and more than the tolerance to someone else whom settings name: blocked', async () => {
    const parts = [usdcTo(usdcOf(escrow), least - 1n), usdcTo(usdcOf(house()), typed - least + 1n)]
    expect(await judged(parts)).toEqual(tooLittle)
  })

  test('S-7c the market maker passes on a token without any worth, once or several times: blocked', async () => {
    const worthless = issued()
    const paid = (amount: bigint) => sent(worthless, house(), escrow, amount)
    expect(await judged([toHouse(), paid(1n)])).toEqual(unnamed)
    expect(await judged([toHouse(), paid(typed), paid(typed), paid(10n ** 11n)])).toEqual(unnamed)
    expect(await judged([solToHouse(), paid(10n ** 11n)], forSol)).toEqual(unnamed)
    expect(await judged([toHouse(), paid(typed), passedOn(1n)])).toMatchObject({ rating: 'blocked' })
  })

  test('S-7c the market maker passes on another token that settings name: no one can compare it, and it needs the amount typed', async () => {
    expect(await judged([toHouse(), bonqTo(bonqOf(escrow), 10n ** 12n, house())])).toEqual(notCompared)
    expect(await judged([toHouse(), bonqTo(bonqOf(escrow), 1n, house())])).toEqual(notCompared)
    expect(await judged([solToHouse(), passedOn(179_000_000n)], { ...forSol, buy: farPup })).toEqual(notCompared)
  })

  test('S-7c a namesake that the other chain’s settings do not name, or a payment without decimals, is not compared', async () => {
    const paid = [solToHouse(), passedOn(179_000_000n)]
    expect(await judged(paid, { ...forSol, farSettings: { tokens: [] } })).toEqual(notCompared)
    const plain = createTransferInstruction(usdcOf(house()), usdcOf(escrow), house(), 179_000_000n)
    expect(await judged([solToHouse(), plain], forSol)).toEqual(notCompared)
  })

  test('S-7c a ticket that promises nothing makes no deposit worth anything', async () => {
    const nothing = { ...forSol, minimum: 0n }
    const codes = expect.arrayContaining(notCompared.codes)
    expect(await judged([solToHouse(), passedOn(1n)], nothing)).toEqual({ rating: 'amber', codes })
    const unsaid = { ...nothing, stated: undefined }
    expect(await judged([solToHouse(), passedOn(1n)], unsaid)).toEqual({ rating: 'amber', codes })
    const hardlyAny = { minimum: tenToThe12th, stated: undefined }
    expect(await judged([solToHouse(), passedOn(1n)], { ...forSol, ...hardlyAny })).toEqual({ rating: 'amber', codes })
    expect(await judged([toHouse(), passedOn(1n)], hardlyAny)).toMatchObject({ rating: 'blocked' })
  })

  test('A-32 a minimum next to nothing, stated and promised alike, makes no deposit worth anything', async () => {
    const asked = { ...forSol, minimum: 1_000_000n * tenToThe12th }
    const codes = expect.arrayContaining([expect.stringMatching(/^A-32/)])
    expect(await judged([solToHouse(), passedOn(1_000_000n)], asked)).toEqual({ rating: 'blocked', codes })
    const unpriced = { ...asked, buy: { ...farUsdc, price: undefined } }
    expect(await judged([solToHouse(), passedOn(1_000_000n)], unpriced)).toEqual({ rating: 'amber', codes })
  })

  test('S-7c a named account of another mint gets it: blocked, also where it is the right one’s neighbour', async () => {
    const escrows = [usdcOf(escrow), bonqOf(escrow)].map((account) => account.toBase58())
    const paid = [toHouse(), bonqTo(bonqOf(escrow), typed, house())]
    const trusted = [...escrows, marketMaker.address]
    expect(await judged(paid, { settings: { escrows, trusted, tokens: [named('USDC', usdc().toBase58())] } })).toEqual(
      unnamed,
    )
    expect(await judged([...paid, passedOn(1n)], { settings: { escrows, trusted } })).toEqual(notCompared)
    expect(await judged([...paid, passedOn()], { settings: { escrows, trusted } })).toEqual(green)
  })

  test('S-7c an account of the escrow that is opened in the same transaction counts where it is the associated one', async () => {
    const newcomer = Keypair.generate().publicKey
    const settings = {
      escrows: [newcomer.toBase58()],
      trusted: [newcomer.toBase58(), marketMaker.address],
    }
    const open = createAssociatedTokenAccountIdempotentInstruction(me, usdcOf(newcomer), newcomer, usdc())
    expect(await judged([open, toHouse(), passedOn(least, usdcOf(newcomer))], { settings })).toEqual(green)
    expect(await judged([open, toHouse(), passedOn(1n, usdcOf(newcomer))], { settings })).toEqual(tooLittle)
    const pretended = createAssociatedTokenAccountIdempotentInstruction(me, usdcOf(till.publicKey), newcomer, usdc())
    expect(await judged([pretended, toHouse(), passedOn(least, usdcOf(till.publicKey))], { settings })).toMatchObject({
      rating: 'blocked',
    })
  })

  test('S-7c the escrow pays it back in a later instruction, to the market maker or to the thief: blocked', async () => {
    const back = (to: PublicKey, amount: bigint) => usdcTo(usdcOf(to), amount, escrow)
    expect(await judged([toHouse(), passedOn(), back(house(), least)])).toEqual(notSeen)
    expect(await judged([usdcTo(usdcOf(escrow)), back(thief.publicKey, typed)])).toEqual(notSeen)
    expect(await judged([back(thief.publicKey, typed), usdcTo(usdcOf(escrow))])).toEqual(notSeen)
    expect(await judged([toHouse(), passedOn(), back(house(), 1n)])).toEqual(tooLittle)
  })

  test('S-7c a delegate of the escrow’s account takes it back: blocked', async () => {
    submit([createApproveInstruction(usdcOf(escrow), house(), escrow, 10n ** 12n)], [vault])
    const back = createTransferCheckedInstruction(usdcOf(escrow), usdc(), usdcOf(house()), house(), least, 6)
    expect(await judged([toHouse(), passedOn(), back])).toEqual(notSeen)
  })

  test('S-7c what goes round in a circle counts once: blocked', async () => {
    const round = [passedOn(12_500_000n), usdcTo(usdcOf(house()), 12_500_000n, escrow), passedOn(12_500_000n)]
    expect(await judged([toHouse(), ...round])).toEqual(tooLittle)
    const [one, other] = [usdcOf(escrow), usdcOf(second)]
    const moved = [usdcTo(one, typed), createTransferCheckedInstruction(one, usdc(), other, escrow, typed, 6)]
    expect(await judged(moved)).toEqual(notSeen)
  })

  test('S-7c half at one escrow and half at another, of which each refunds its half: blocked', async () => {
    const halves = [usdcTo(usdcOf(escrow), 12_500_000n), usdcTo(usdcOf(second), 12_500_000n)]
    const both = { escrows: [escrow.toBase58(), second.toBase58()] }
    expect(await judged(halves, { settings: both })).toEqual(tooLittle)
  })

  test('S-7c someone whom settings do not name pays into the escrow: it does not count', async () => {
    expect(await judged([toHouse(), usdcTo(usdcOf(escrow), least, thief.publicKey)])).toEqual(notSeen)
  })

  test('S-7c a token that keeps a fee of each transfer, of which less arrives than the tolerance allows: blocked', async () => {
    const program = TOKEN_2022_PROGRAM_ID
    const mint = issued(6, program, 300)
    const sell: Token = { ...tokenOf(makerToken('USDC')), address: mint.toBase58(), symbol: 'TAXED' }
    const list = [sent(mint, me, escrow, typed, program)]
    expect(await judged(list, { sell })).toMatchObject({ rating: 'blocked', codes: ['V-051.low-deposit'] })
    const [over, on] = [sent(mint, me, house(), typed, program), sent(mint, house(), escrow, least, program)]
    expect(await judged([over, on], { sell })).toMatchObject({ rating: 'blocked', codes: ['V-051.low-deposit'] })
  })
})

describe('what no bridge sees', () => {
  test('S-7c SOL for the owner of the accounts, by the person or by the market maker: blocked', async () => {
    expect(await judged([pay(escrow, 1_000_000_000n)], forSol)).toEqual(notSeen)
    expect(await judged([toHouse(), solBy(house(), escrow, 138_000_000n)])).toEqual(notSeen)
    const account = pay(usdcOf(escrow), 1_000_000_000n)
    const settings = { trusted: [usdcOf(escrow).toBase58()], escrows: [usdcOf(escrow).toBase58()] }
    expect(await judged([account], { ...forSol, settings })).toEqual(notSeen)
  })

  test('S-7c SOL that a wallet named for it pays out again: blocked', async () => {
    const settings = { escrows: [`native:${escrow.toBase58()}`] }
    const list = [pay(escrow, 1_000_000_000n), solBy(escrow, thief.publicKey, 999_000_000n)]
    expect(await judged(list, { ...forSol, settings })).toEqual(tooLittle)
    expect(await judged([usdcTo(usdcOf(escrow))], { settings })).toEqual(notSeen)
  })

  test('S-7c another token than the named account takes, at the same owner: blocked', async () => {
    const settings = { escrows: [usdcOf(escrow).toBase58()] }
    const asked = { sell: tokenOf(makerToken('BONQ')), units: 2_500_000n, settings }
    expect(await judged([bonqTo(bonqOf(escrow), 2_500_000n)], asked)).toEqual(notSeen)
    expect(await judged([toHouse(), bonqTo(bonqOf(escrow), typed, house())], { settings })).toEqual(notSeen)
  })

  test('S-7c another account of the owner than the associated one, which the thief opened: blocked', async () => {
    const account = extraAccount(escrow, usdc()).publicKey
    expect(await judged([usdcTo(account)])).toEqual(notSeen)
    expect(await judged([toHouse(), passedOn(least, account)])).toEqual(notSeen)
  })

  test('S-7c a named account that the thief may close and open again: blocked', async () => {
    const account = extraAccount(thief.publicKey, usdc()).publicKey
    const hand = (type: AuthorityType, to: PublicKey) =>
      createSetAuthorityInstruction(account, thief.publicKey, type, to)
    submit([hand(AuthorityType.CloseAccount, thief.publicKey), hand(AuthorityType.AccountOwner, escrow)])
    const settings = { trusted: [account.toBase58(), marketMaker.address], escrows: [account.toBase58()] }
    const unvouched = { rating: 'blocked', codes: ['V-051.unvouched'] }
    expect(await judged([usdcTo(account)], { settings })).toEqual(unvouched)
    expect(await judged([toHouse(), passedOn(least, account)], { settings })).toEqual(notSeen)
  })

  test('S-7c wrapped SOL in an account of the escrow that is closed in the same transaction: blocked', async () => {
    const wrapping = [pay(wrapped(escrow), 1_000_000_000n), createSyncNativeInstruction(wrapped(escrow))]
    const shut = createCloseAccountInstruction(wrapped(escrow), thief.publicKey, escrow)
    const list = [...wrapping, shut]
    expect(await judged(list, forSol)).toMatchObject({ rating: 'blocked' })
    submit([solBy(thief.publicKey, wrapped(house()), 200_000_000n), createSyncNativeInstruction(wrapped(house()))])
    const paid = createTransferCheckedInstruction(
      wrapped(house()),
      NATIVE_MINT,
      wrapped(escrow),
      house(),
      138_000_000n,
      9,
    )
    const bought = { buy: farSol, minimum: 138_000_000n * 10n ** 9n }
    expect(await judged([toHouse(), paid], bought)).toEqual(green)
    expect(await judged([toHouse(), paid, shut], bought)).toEqual(notSeen)
  })

  test('S-7c an instruction that cannot be read is next to it, and may take everything back: never green', async () => {
    const unread = (programId: string) =>
      new TransactionInstruction({
        programId: new PublicKey(programId),
        keys: [
          { pubkey: house(), isSigner: true, isWritable: true },
          { pubkey: usdcOf(escrow), isSigner: false, isWritable: true },
        ],
        data: Buffer.from([0, 0]),
      })
    const opaque = 'Ed25519SigVerify111111111111111111111111111'
    const trusted = [opaque, marketMaker.address, escrow.toBase58()]
    const list = [toHouse(), passedOn(), unread(opaque)]
    expect(await judged(list)).toMatchObject({ rating: 'amber' })
    expect(await judged(list, { settings: { trusted } })).toMatchObject({ rating: 'amber' })
    expect(await judged([toHouse(), unread(opaque)], { settings: { trusted } })).toMatchObject({ rating: 'blocked' })
  })
})

describe('deposits put together at random', () => {
  const amount = fc.constantFrom(1n, 1_000_000n, 12_437_500n, least - 1n, least, typed)
  const by = (from: () => PublicKey) => (to: () => PublicKey) => (units: bigint) => usdcTo(usdcOf(to()), units, from())
  const [myself, bridge, other, maker] = [() => me, () => escrow, () => till.publicKey, house]
  const kinds: readonly ((units: bigint) => TransactionInstruction)[] = [
    ...[bridge, bridge, maker, maker, other, () => second].map(by(myself)),
    ...[bridge, bridge, bridge, myself, other].map(by(maker)),
    ...[bridge, maker].map(by(other)),
    ...[maker, () => thief.publicKey, () => second].map(by(bridge)),
    ...[bridge].map(by(() => thief.publicKey)),
    (units) => bonqTo(bonqOf(escrow), units, house()),
    (units) => solBy(house(), escrow, units),
    (units) => createTransferInstruction(usdcOf(house()), usdcOf(escrow), house(), units),
  ]
  const held = () => accountOf(usdcOf(escrow))
  const accountOf = (account: PublicKey) => AccountLayout.decode(ledger.lookup(account.toBase58())!.data()).amount

  test('S-7c random deposits are green only if the bridge’s account has enough afterwards', async () => {
    let greens = 0
    const list = fc.array(fc.tuple(fc.constantFrom(...kinds), amount), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(list, async (picked) => {
        const instructions = picked.map(([kind, units]) => kind(units))
        const { rating } = await judged(instructions)
        if (rating !== 'green') return
        greens += 1
        const before = held()
        const data = signed(me, instructions, [trader, vault, rival, till, thief])
        expect(ledger.submit(data.serialize()).error).toBeNull()
        expect(held() - before).toBeGreaterThanOrEqual(least)
      }),
      {
        numRuns: 300,
        seed: 7,
        examples: [
          [[[kinds[0]!, typed]]],
          [
            [
              [kinds[2]!, typed],
              [kinds[6]!, least],
            ],
          ],
        ],
      },
    )
    expect(greens).toBeGreaterThan(2)
  })
})

test('A-30 a renewed plan of which the escrow gets less of what no one can compare is shown again', async () => {
  const paid = (amount: bigint) => checkedOf([solToHouse(), passedOn(amount)], { ...forSol, buy: farPup })
  const accepted = await paid(179_000_000n)
  expect(newsOfRenewal(accepted, await paid(178_500_000n))).toEqual([])
  expect(newsOfRenewal(accepted, await paid(177_000_000n))).toMatchObject([{ facts: { change: 'a lower minimum' } }])
})
