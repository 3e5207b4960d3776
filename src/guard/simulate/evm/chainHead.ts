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

/**
 * A head that was asked for before the plan was known. It is a guess: simulations may begin with it, and count only
 * where the head that is read after the plan is the same.
 */
export type EarlyHead = {
  readonly chainId: number
  readonly sender: string
  /** `ChainNode.name` of the node that was asked: another node's head proves nothing about this one's. */
  readonly node: string
  /** `undefined` while the node has not answered, and once the guess is too old to be a good one. */
  readonly guess: () => ChainHead | undefined
  /** Called when simulations began with it in vain: where blocks follow quickly they would each time. */
  readonly onWrong: () => void
}

/** Milliseconds after which another block is likely, and simulations on the old one would be in vain. */
const usefulFor = 1_000

/** Asks for the head now, so that simulations need not wait for it later. */
export function askHeadEarly(
  { chainId, sender, onWrong }: Pick<EarlyHead, 'chainId' | 'sender' | 'onWrong'>,
  { name, ask }: { readonly name: string; readonly ask: RpcPort },
  clock: () => number,
): EarlyHead {
  const askedAt = clock()
  let answer: ChainHead | undefined
  readChainHead(sender, ask).then(
    (head) => {
      answer = head
    },
    // The head is read again with the plan, and an error is reported then.
    () => {},
  )
  const age = () => clock() - askedAt
  const guess = () => (age() >= 0 && age() <= usefulFor ? answer : undefined)
  return { chainId, sender, node: name, guess, onWrong }
}

/** Whether simulations at both heads, as `readChainHead` returns them, are identical requests with identical results. */
export function isSameHead(a: ChainHead, b: ChainHead): boolean {
  return String(Object.values(a)) === String(Object.values(b))
}
