import { memberOf, quantity } from '../chain/rpc'
import type { ChainKind } from '../domain/chain'
import type { Rpc } from './wallets'

/** The use of an address on a chain: a contract, an account that was used before, or neither. */
export type AddressUse = 'contract' | 'used' | 'unused'

/** Reads how an address was used on a chain; `undefined` for chains without nodes. Rejects when no node answers. */
export async function readAddressUse(rpc: Rpc, kind: ChainKind, address: string): Promise<AddressUse | undefined> {
  return uses[kind]?.(rpc, address)
}

const uses: Readonly<Record<ChainKind, ((rpc: Rpc, address: string) => Promise<AddressUse>) | undefined>> = {
  evm: evmUse,
  solana: solanaUse,
  bitcoin: undefined,
  unknown: undefined,
}

async function evmUse(rpc: Rpc, address: string): Promise<AddressUse> {
  const [code, nonce, balance] = await Promise.all([
    rpc('eth_getCode', [address, 'latest']),
    rpc('eth_getTransactionCount', [address, 'latest']),
    rpc('eth_getBalance', [address, 'latest']),
  ])
  // An account that delegates to a contract (EIP-7702) still has a private key.
  if (/^0x(?!ef0100)[\da-f]+$/i.test(String(code))) return 'contract'
  return quantity(nonce) > 0n || quantity(balance) > 0n ? 'used' : 'unused'
}

/** Accounts of programs have data, or another owner than the system program. */
async function solanaUse(rpc: Rpc, address: string): Promise<AddressUse> {
  const account = memberOf(await rpc('getAccountInfo', [address, { encoding: 'base64' }]), 'value')
  if (account === null || account === undefined) return 'unused'
  return memberOf(account, 'owner') === systemProgram ? 'used' : 'contract'
}

const systemProgram = '1'.repeat(32)
