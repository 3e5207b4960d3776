import {
  ACCOUNT_SIZE,
  AccountLayout,
  AccountState,
  MINT_SIZE,
  MintLayout,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import type { Account } from 'litesvm/dist/internal.js'
import { fromUnits } from '../../domain/amount'

/** The encoding of account data that a client asks for; other data than that of tokens is always base64. */
export type AccountFormat = { readonly encoding?: 'base64' | 'jsonParsed' }

/** The mint, owner and balance of a token account. */
export type TokenHolding = NonNullable<ReturnType<typeof tokenHolding>>

/** Finds an account by its base58 address. */
export type AccountLookup = (address: string) => Account | null

const tokenPrograms = new Map([
  [TOKEN_PROGRAM_ID.toBase58(), 'spl-token'],
  [TOKEN_2022_PROGRAM_ID.toBase58(), 'spl-token-2022'],
])

export function base58Address(bytes: Uint8Array): string {
  return new PublicKey(bytes).toBase58()
}

export function isTokenProgram(address: string): boolean {
  return tokenPrograms.has(address)
}

/** An account as `getAccountInfo` returns it; `null` when it does not exist. */
export function accountJson(address: string, lookup: AccountLookup, { encoding }: AccountFormat = {}) {
  const account = lookup(address)
  if (!account || (account.lamports() === 0n && account.data().length === 0)) return null
  const base = {
    lamports: Number(account.lamports()),
    owner: base58Address(account.owner()),
    executable: account.executable(),
    rentEpoch: 0,
    space: account.data().length,
  }
  const parsed = encoding === 'jsonParsed' && parsedData(account, lookup)
  return { ...base, data: parsed || [Buffer.from(account.data()).toString('base64'), 'base64'] }
}

/** The holding of a token account; `undefined` for every other account. */
export function tokenHolding(account: Account | null, lookup: AccountLookup) {
  if (!account || account.data().length < ACCOUNT_SIZE) return undefined
  const programId = base58Address(account.owner())
  if (!isTokenProgram(programId)) return undefined
  const { amount, ...names } = AccountLayout.decode(account.data())
  const [mint, owner] = [names.mint.toBase58(), names.owner.toBase58()]
  return { mint, owner, programId, uiTokenAmount: tokenAmountJson(amount, decimalsOf(mint, lookup)) }
}

export function tokenAmountJson(amount: bigint, decimals: number) {
  const text = fromUnits(amount, decimals)
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text }
}

function decimalsOf(mint: string, lookup: AccountLookup): number {
  const account = lookup(mint)
  if (!account || !isTokenProgram(base58Address(account.owner())) || account.data().length < MINT_SIZE) return 0
  return MintLayout.decode(account.data()).decimals
}

function parsedData(account: Account, lookup: AccountLookup) {
  const program = tokenPrograms.get(base58Address(account.owner()))
  const data = account.data()
  if (!program) return undefined
  const space = data.length
  if (space === MINT_SIZE) return { program, space, parsed: { type: 'mint', info: mintInfo(data) } }
  if (space >= ACCOUNT_SIZE) return { program, space, parsed: { type: 'account', info: holderInfo(data, lookup) } }
  return undefined
}

function mintInfo(data: Uint8Array) {
  const { decimals, supply, isInitialized, ...mint } = MintLayout.decode(data)
  const mintAuthority = mint.mintAuthorityOption === 1 ? mint.mintAuthority.toBase58() : null
  const freezeAuthority = mint.freezeAuthorityOption === 1 ? mint.freezeAuthority.toBase58() : null
  return { decimals, supply: supply.toString(), isInitialized, mintAuthority, freezeAuthority }
}

function holderInfo(data: Uint8Array, lookup: AccountLookup) {
  const { amount, delegate, delegateOption, delegatedAmount, state, isNativeOption, ...names } =
    AccountLayout.decode(data)
  const mint = names.mint.toBase58()
  const decimals = decimalsOf(mint, lookup)
  return {
    mint,
    owner: names.owner.toBase58(),
    state: state === AccountState.Frozen ? 'frozen' : 'initialized',
    isNative: isNativeOption === 1,
    tokenAmount: tokenAmountJson(amount, decimals),
    ...(delegateOption === 1 && {
      delegate: delegate.toBase58(),
      delegatedAmount: tokenAmountJson(delegatedAmount, decimals),
    }),
  }
}
