import {
  encodeFunctionData,
  getAddress,
  type Hex,
  isAddress,
  isHex,
  keccak256,
  parseAbi,
  type SignedAuthorization,
  type TransactionRequestEIP1559,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { prepareTransactionRequest } from 'viem/actions'
import { hex, listOf, memberOf, quantity } from '../../../chain/rpc'
import { nodeErrorOf, viemClient } from '../../viemClient'
import { ProviderError } from '../connection/eip1193'
import { readChainId } from '../hex'
import type { EvmNode } from '../node'

/** The address of the delegate contract in the embedded exchange: `BatchAccount.sol`, deployed by CREATE2. */
export const batchAccountAddress = '0x018f75C2C0D9eb1af3a54fEe6B7d13908defd709'

const abi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(Call[] calls) payable',
])

/** Storage key of sent batches, so that their status survives a reload. */
const storageKey = 'tidegate.demo.evm.batches'
const maxKept = 50
/** Generous, because test tokens pay for it. */
const gasPerCall = 700_000n

type KeptBatch = { readonly id: string; readonly chainId: number; readonly hash: string }

/**
 * Batches of the demo wallet (EIP-5792): its account delegates to a contract that runs all calls or none (EIP-7702).
 */
export function demoBatches(storage: Pick<Storage, 'getItem' | 'setItem'>, account: PrivateKeyAccount) {
  return { capabilities, send, status }

  function capabilities(chainIds: readonly number[]): unknown {
    return Object.fromEntries(chainIds.map((chainId) => [hex(chainId), { atomic: { status: 'supported' } }]))
  }

  async function send(request: unknown, chainId: number, node: EvmNode): Promise<unknown> {
    const id = memberOf(request, 'id') ?? hex(BigInt(keccak256(crypto.getRandomValues(new Uint8Array(32)))))
    if (typeof id !== 'string' || id === '') throw new ProviderError('The id of the batch is not a text.', -32602)
    if (kept().some((batch) => batch.id === id)) throw new ProviderError('There is a batch with this id.', 5720)
    const calls = listOf(memberOf(request, 'calls')).map(readCall)
    if (calls.length === 0) throw new ProviderError('The batch has no calls.', -32602)
    const signed = await sign(calls, chainId, node)
    // Stored before it is sent: a later status request must not answer that the batch is unknown.
    keep({ id, chainId, hash: keccak256(signed) })
    await node.ask('eth_sendRawTransaction', [signed])
    return { id }
  }

  async function status(id: unknown, nodes: ReadonlyMap<number, EvmNode>): Promise<unknown> {
    const batch = kept().find((each) => each.id === id)
    const node = batch && nodes.get(batch.chainId)
    if (!batch || !node) throw new ProviderError('There is no batch with this id.', 5730)
    const common = { version: '2.0.0', id, chainId: hex(batch.chainId), atomic: true }
    const receipt = await node.ask('eth_getTransactionReceipt', [batch.hash])
    if (receipt === null) return { ...common, status: 100 }
    const [status, blockHash, blockNumber, gasUsed, logs, transactionHash] = [
      ...['status', 'blockHash', 'blockNumber', 'gasUsed', 'logs', 'transactionHash'],
    ].map((name) => memberOf(receipt, name))
    return {
      ...common,
      status: quantity(status) === 1n ? 200 : 500,
      receipts: [{ status, blockHash, blockNumber, gasUsed, logs, transactionHash }],
    }
  }

  async function sign(calls: readonly Call[], chainId: number, node: EvmNode) {
    const { address } = account
    const [code, count] = await Promise.all([
      node.ask('eth_getCode', [address, 'latest']),
      node.ask('eth_getTransactionCount', [address, 'pending']),
    ])
    const nonce = Number(quantity(count))
    const isDelegated = String(code).toLowerCase() === `0xef0100${batchAccountAddress.slice(2).toLowerCase()}`
    // The transaction itself uses the account's nonce first, so the authorization takes the next one.
    const delegating = { chainId, address: batchAccountAddress, nonce: nonce + 1 } as const
    const data = encodeFunctionData({ abi, functionName: 'execute', args: [calls] })
    return signCompleted(
      node,
      account,
      { chainId, nonce, to: address, data, gas: gasPerCall * BigInt(calls.length) },
      isDelegated ? undefined : await account.signAuthorization(delegating),
    )
  }

  function kept(): readonly KeptBatch[] {
    try {
      return listOf(JSON.parse(storage.getItem(storageKey) ?? '[]')).flatMap(readKept)
    } catch {
      // Malformed storage counts as empty.
      return []
    }
  }

  function keep(batch: KeptBatch) {
    storage.setItem(storageKey, JSON.stringify([...kept(), batch].slice(-maxKept)))
  }
}

type Call = ReturnType<typeof readCall>

function readCall(call: unknown) {
  const [to, data, value] = ['to', 'data', 'value'].map((name) => memberOf(call, name))
  if (typeof to !== 'string' || !isAddress(to, { strict: false }))
    throw new ProviderError('The demo wallet cannot read this call.', -32602)
  return { to: getAddress(to), data: hexOf(data ?? '0x'), value: quantity(value ?? '0x0') }
}

function readKept(kept: unknown): readonly KeptBatch[] {
  const [id, hash] = [memberOf(kept, 'id'), memberOf(kept, 'hash')]
  const chainId = readChainId(memberOf(kept, 'chainId'))
  return typeof id === 'string' && isHex(hash) && chainId !== undefined ? [{ id, chainId, hash }] : []
}

type Unsigned = Pick<TransactionRequestEIP1559, 'to' | 'data' | 'value' | 'gas' | 'nonce'> & {
  readonly chainId: number
}

/**
 * Signs a transaction for the chain that it names, with nonce, gas and fees filled in where they are missing. Rejects with the
 * errors of the node.
 */
export async function signCompleted(
  node: EvmNode,
  account: PrivateKeyAccount,
  transaction: Unsigned,
  delegation?: SignedAuthorization,
): Promise<Hex> {
  try {
    const request = { account, chain: null, type: 'eip1559', ...transaction } as const
    const { nonce, gas, ...fees } = await prepareTransactionRequest(viemClient(node.ask), request)
    const { maxFeePerGas, maxPriorityFeePerGas } = fees
    const completed = { ...transaction, nonce, gas, maxFeePerGas, maxPriorityFeePerGas }
    return await account.signTransaction(delegation ? { ...completed, authorizationList: [delegation] } : completed)
  } catch (error) {
    throw nodeErrorOf(error)
  }
}

export function hexOf(value: unknown): Hex {
  if (!isHex(value)) throw new ProviderError('The demo wallet cannot read this transaction.', -32602)
  return value
}
