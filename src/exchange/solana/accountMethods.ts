import type { Account } from 'litesvm/dist/internal.js'
import { fromBase58 } from '../../domain/encodings'
import { type AccountFormat, accountJson, readMintAccount, tokenAmountJson, tokenHolding } from './account'
import type { SolanaLedger } from './ledger'
import { invalidParams } from './rpcError'

type ProgramFilter =
  | { readonly dataSize: number }
  | { readonly memcmp: { readonly offset: number; readonly bytes: string; readonly encoding?: 'base64' | 'base58' } }

type ProgramAccountsOptions = AccountFormat & { readonly filters?: readonly ProgramFilter[] }

type TokenAccountsFilter = { readonly mint?: string; readonly programId?: string }

/** The RPC methods about accounts: balances, data and tokens. */
export function accountMethods(ledger: SolanaLedger) {
  const { lookup } = ledger
  return {
    getBalance: (address: string) => ledger.inContext(Number(lookup(address)?.lamports() ?? 0n)),
    getAccountInfo: (address: string, format?: AccountFormat) =>
      ledger.inContext(accountJson(lookup(address), lookup, format)),
    getMultipleAccounts: (addresses: readonly string[], format?: AccountFormat) =>
      ledger.inContext(addresses.map((address) => accountJson(lookup(address), lookup, format))),
    getProgramAccounts: (program: string, options: ProgramAccountsOptions = {}) =>
      ledger
        .accountsOf(program)
        .filter(({ account }) => (options.filters ?? []).every((filter) => passes(account, filter)))
        .map(({ address, account }) => ({ pubkey: address, account: accountJson(account, lookup, options) })),
    getTokenAccountBalance: (address: string) => {
      const holding = tokenHolding(lookup(address), lookup)
      if (!holding) throw invalidParams('could not find the token account')
      return ledger.inContext(holding.uiTokenAmount)
    },
    getTokenSupply: (address: string) => {
      const mint = readMintAccount(lookup(address))
      if (!mint) throw invalidParams('not a token mint')
      return ledger.inContext(tokenAmountJson(mint.supply, mint.decimals))
    },
    getTokenAccountsByOwner: (owner: string, filter: TokenAccountsFilter, format?: AccountFormat) =>
      ledger.inContext(tokenAccountsOf(owner, filter, format)),
  }

  function tokenAccountsOf(owner: string, filter: TokenAccountsFilter, format?: AccountFormat) {
    return ledger
      .tokenAccounts()
      .map((pubkey) => ({ pubkey, account: lookup(pubkey) }))
      .filter(({ account }) => {
        const holding = account && tokenHolding(account, lookup)
        if (!holding || holding.owner !== owner) return false
        return filter.mint ? holding.mint === filter.mint : holding.programId === filter.programId
      })
      .map(({ pubkey, account }) => ({ pubkey, account: accountJson(account, lookup, format) }))
  }
}

function passes(account: Account, filter: ProgramFilter): boolean {
  if ('dataSize' in filter) return account.data().length === filter.dataSize
  const { offset, bytes, encoding } = filter.memcmp
  const wanted = encoding === 'base64' ? Buffer.from(bytes, 'base64') : fromBase58(bytes)
  if (!wanted) throw invalidParams('the bytes are not base58')
  return Buffer.from(account.data())
    .subarray(offset, offset + wanted.length)
    .equals(wanted)
}
