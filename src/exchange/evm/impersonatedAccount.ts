import { type Address, getAddress, type Hex, isHex, keccak256, slice, toHex } from 'viem'
import { type LocalChain, pendingNonce } from './chain'

/**
 * An account of the exchange itself. Nobody holds its key: the engine is told to let us act as it, so nothing that
 * is sent through a proxy can spend from it. One transaction is in flight at a time, under a nonce of our own count.
 */
export type ImpersonatedAccount = {
  readonly address: Address
  readonly send: (call: AccountCall) => Promise<Hex>
  /** Puts a call among those waiting for the next block; only for whoever has the chain alone. */
  readonly queue: (call: AccountCall) => Promise<unknown>
  /** Many calls in as few blocks as possible. */
  readonly burst: (calls: readonly AccountCall[]) => Promise<void>
  /** The next nonce; the address of a contract deployed in a burst depends on it. */
  readonly nonce: () => number
}

export type AccountCall = {
  /** What it does, in a word, for the error that says it failed. */
  readonly label: string
  /** Left out for a deployment. */
  readonly to?: Address
  readonly data?: Hex
  readonly value?: bigint
  /** Enough for it; raised to 1.3 times the estimate when it is sent alone. */
  readonly gas?: bigint
}

/** An address that follows from a secret and a word, so that one seed gives one set of accounts. */
export function accountAddress(secret: Hex, role: string): Address {
  return getAddress(slice(keccak256(toHex(`${secret} ${role}`)), 12))
}

export async function openImpersonatedAccount(chain: LocalChain, address: Address): Promise<ImpersonatedAccount> {
  const { rpc, exclusive } = chain
  await rpc.call('anvil_impersonateAccount', [address])
  await rpc.call('anvil_setBalance', [address, toHex(10n ** 27n)])
  let nonce = await pendingNonce(chain, address)

  const queue = ({ to, data = '0x', value = 0n, gas = 8_000_000n }: AccountCall) => {
    const transaction = { from: address, to, data, value: toHex(value), gas: toHex(gas), nonce: toHex(nonce), ...fees }
    nonce += 1
    return rpc.call('eth_sendTransaction', [transaction])
  }

  return {
    address,
    nonce: () => nonce,
    queue,

    send: (call) =>
      exclusive(async () => {
        const estimate = await estimateGas(chain, address, call)
        try {
          const hash = await queue({ ...call, gas: largest(call.gas ?? 0n, (estimate * 13n) / 10n) })
          return await waitForReceipt(chain, call, hash)
        } catch (cause) {
          // A nonce that was counted but never used would hold up everything after it.
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

/** While a burst is under way blocks are mined by hand: left to itself the engine loses some of it. */
export async function withManualMining({ rpc }: LocalChain, deed: () => Promise<void>): Promise<void> {
  await rpc.call('evm_setAutomine', [false])
  try {
    await deed()
  } finally {
    await rpc.call('evm_setAutomine', [true])
  }
}

/** The going rate of a chain whose base fee rests; so no price sent earlier is ever too low. */
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
  for (let look = 0; look < 400; look++) {
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

function largest(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

/** A call of the exchange's own that the chain turned down. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'

  constructor(label: string, cause?: unknown) {
    super(`The local chain turned down "${label}".`, { cause })
  }
}
