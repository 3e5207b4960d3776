import { type Address, getAddress, type Hex, isHex, keccak256, slice, toHex } from 'viem'
import { larger } from '../../domain/bigints'
import { type LocalChain, pendingNonce } from './chain'

/**
 * An account of the exchange itself. It has no private key: anvil impersonates it, so nothing that is sent through a
 * proxy can spend from it. It sends one transaction at a time and counts its own nonce.
 */
export type ImpersonatedAccount = {
  readonly address: Address
  readonly send: (call: AccountCall) => Promise<Hex>
  /** Adds a call to the next block; only with manual mining. */
  readonly queue: (call: AccountCall) => Promise<unknown>
  /** Sends many calls in as few blocks as possible. */
  readonly burst: (calls: readonly AccountCall[]) => Promise<void>
  /** The next nonce, on which the address of a deployed contract depends. */
  readonly nonce: () => number
}

export type AccountCall = {
  /** For error messages. */
  readonly label: string
  /** `undefined` for a contract deployment. */
  readonly to?: Address
  readonly data?: Hex
  readonly value?: bigint
  /** Gas limit; at least 1.3 times the estimate when the call is the only one sent. */
  readonly gas?: bigint
}

/** Derives an address from a secret and a role, so that one seed gives the same accounts. */
export function accountAddress(secret: Hex, role: string): Address {
  return getAddress(slice(keccak256(toHex(`${secret} ${role}`)), 12))
}

export async function openImpersonatedAccount(chain: LocalChain, address: Address): Promise<ImpersonatedAccount> {
  const { rpc, exclusive } = chain
  await impersonate(chain, address)
  let nonce = await pendingNonce(chain, address)

  const nextRequest = ({ to, data = '0x', value = 0n, gas = 8_000_000n }: AccountCall) => {
    const request = { from: address, data, value: toHex(value), gas: toHex(gas), nonce: toHex(nonce), ...fees }
    nonce += 1
    return to === undefined ? request : { ...request, to }
  }
  const queue = (call: AccountCall) => rpc.call('eth_sendTransaction', [nextRequest(call)])

  return {
    address,
    nonce: () => nonce,
    queue,

    send: (call) =>
      exclusive(async () => {
        const estimate = await estimateGas(chain, address, call)
        try {
          const request = nextRequest({ ...call, gas: larger(call.gas ?? 0n, (estimate * 13n) / 10n) })
          const hash = await rpc.call('eth_sendTransaction', [request])
          return await waitForReceipt(chain, call, hash)
        } catch (cause) {
          // A nonce that was counted but never used would block every later transaction.
          nonce = await pendingNonce(chain, address)
          throw cause
        }
      }),

    burst: (calls) =>
      exclusive(() =>
        withManualMining(chain, async () => {
          const hashes = await Promise.all(calls.map(queue))
          await mineAll(chain, calls, hashes)
        }),
      ),
  }
}

/** Lets anvil accept transactions from an address without a key, and gives it plenty of native coins. */
async function impersonate({ rpc }: LocalChain, address: Address): Promise<void> {
  await rpc.call('anvil_impersonateAccount', [address])
  await rpc.call('anvil_setBalance', [address, toHex(10n ** 27n)])
}

/** Mines on request only: with automatic mining anvil loses some of many transactions sent together. */
export async function withManualMining({ rpc }: LocalChain, task: () => Promise<void>): Promise<void> {
  await rpc.call('evm_setAutomine', [false])
  try {
    await task()
  } finally {
    await rpc.call('evm_setAutomine', [true])
  }
}

/** The base fee of the local chains does not rise, so this price is always enough. */
const fees = { maxFeePerGas: toHex(2_000_000_000n), maxPriorityFeePerGas: toHex(1_000_000_000n) }

async function estimateGas(
  { rpc }: LocalChain,
  from: Address,
  { label, to, data, value = 0n }: AccountCall,
): Promise<bigint> {
  try {
    const estimate = await rpc.call('eth_estimateGas', [{ from, to, data, value: toHex(value) }])
    return isHex(estimate) ? BigInt(estimate) : 0n
  } catch (cause) {
    throw new CallFailed(label, cause)
  }
}

async function mineAll({ rpc }: LocalChain, calls: readonly AccountCall[], hashes: readonly unknown[]): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await rpc.call('anvil_mine', ['0x1'])
    const receipts = await Promise.all(hashes.map((hash) => rpc.call('eth_getTransactionReceipt', [hash])))
    const failed = receipts.findIndex((receipt) => receipt !== null && !succeeded(receipt))
    if (failed !== -1) throw new CallFailed(calls[failed]!.label)
    if (receipts.every((receipt) => receipt !== null)) return
  }
  throw new CallFailed(`${calls.length} calls`, 'they were not mined')
}

async function waitForReceipt({ rpc }: LocalChain, { label }: AccountCall, hash: unknown): Promise<Hex> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const receipt = await rpc.call('eth_getTransactionReceipt', [hash])
    if (receipt !== null && !succeeded(receipt)) throw new CallFailed(label)
    if (receipt !== null && isHex(hash)) return hash
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new CallFailed(label, 'it was not mined')
}

function succeeded(receipt: unknown): boolean {
  return typeof receipt === 'object' && receipt !== null && 'status' in receipt && receipt.status === '0x1'
}

/** The chain rejected a call of the exchange itself. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'

  constructor(label: string, cause?: unknown) {
    super(`The local chain turned down "${label}".`, { cause })
  }
}
