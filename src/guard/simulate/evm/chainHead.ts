import { memberOf, quantity, quantityOrNone, type RpcPort } from '../../../chain/rpc'

/** The inputs of a simulation from the chain, and the node's chain ID. */
export type ChainHead = Awaited<ReturnType<typeof readChainHead>>

/** Reads it from a node. Rejects when the node does not answer. */
export async function readChainHead(sender: string, ask: RpcPort) {
  const [rpcChainId, latest] = await Promise.all([ask('eth_chainId', []).then(quantity), readLatestBlock(sender, ask)])
  return { ...latest, rpcChainId: Number(rpcChainId) }
}

/** The block on top of which a plan is simulated. */
export type LatestBlock = Awaited<ReturnType<typeof readLatestBlock>>

export async function readLatestBlock(account: string, ask: RpcPort) {
  const [block, gasPrice, coins] = await Promise.all([
    ask('eth_getBlockByNumber', ['latest', false]),
    ask('eth_gasPrice', []).then(quantity),
    ask('eth_getBalance', [account, 'latest']).then(quantity),
  ])
  return {
    number: quantity(memberOf(block, 'number')),
    /** Seconds since the epoch. */
    time: quantity(memberOf(block, 'timestamp')),
    gasPrice,
    /** The sender's balance of the native coin. */
    coins,
    /** The most gas that a block holds. */
    gasLimit: quantityOrNone(memberOf(block, 'gasLimit')) ?? defaultBlockGas,
    baseFee: quantityOrNone(memberOf(block, 'baseFeePerGas')) ?? 0n,
  }
}

/** The gas of Ethereum's blocks at least since 2021, for nodes that do not return a limit. */
const defaultBlockGas = 30_000_000n
