import { memberOf, quantity, type RpcPort } from '../../../chain/rpc'
import { evmChains } from '../../../domain/chain'
import { type DecodedStep, decodeStep } from '../../../guard/decode/decodedPlan'
import type { EvmStep } from '../../../guard/plan'
import type { DeploymentChain } from '../../../protocol/deployment/deployment'

/** A transaction as a chain has it. */
export type FoundTransaction = {
  readonly chain: DeploymentChain
  readonly hash: string
  readonly outcome: 'pending' | 'done' | 'reverted'
  readonly block: bigint | undefined
  readonly decoded: DecodedStep
}

/** The result of a request to all EVM chains of a deployment; `silent` are those whose node did not respond. */
export type Search = { readonly found: readonly FoundTransaction[]; readonly silent: readonly string[] }

export async function lookUpTransaction(
  hash: string,
  chains: readonly DeploymentChain[],
  rpc: (chainId: number) => RpcPort,
): Promise<Search> {
  const asked = evmChains(chains)
  const answers = await Promise.all(
    asked.map((chain) =>
      transactionOn(chain, hash, rpc(chain.chainId), chains).then(
        (found) => ({ found, silent: [] }),
        () => ({ found: undefined, silent: [chain.name] }),
      ),
    ),
  )
  return {
    found: answers.flatMap(({ found }) => found ?? []),
    silent: answers.flatMap(({ silent }) => silent),
  }
}

async function transactionOn(
  chain: DeploymentChain,
  hash: string,
  ask: RpcPort,
  chains: readonly DeploymentChain[],
): Promise<FoundTransaction | undefined> {
  const [sent, receipt] = await Promise.all([
    ask('eth_getTransactionByHash', [hash]),
    ask('eth_getTransactionReceipt', [hash]),
  ])
  const [from, to, data] = [memberOf(sent, 'from'), memberOf(sent, 'to'), memberOf(sent, 'input')]
  if (typeof from !== 'string' || typeof data !== 'string') return undefined
  const status = memberOf(receipt, 'status')
  const step: EvmStep = {
    kind: 'evm',
    index: 0,
    chainId: chain.chainId,
    from,
    // A transaction without a recipient creates a contract.
    to: typeof to === 'string' ? to : '0x0000000000000000000000000000000000000000',
    data,
    value: quantity(memberOf(sent, 'value')),
    purpose: { does: 'opaque' },
    said: undefined,
  }
  return {
    chain,
    hash,
    outcome: status === undefined ? 'pending' : quantity(status) === 1n ? 'done' : 'reverted',
    block: status === undefined ? undefined : quantity(memberOf(receipt, 'blockNumber')),
    decoded: decodeStep(step, chains),
  }
}
