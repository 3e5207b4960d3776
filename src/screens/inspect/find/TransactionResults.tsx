import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { memberOf, quantity, type RpcPort } from '../../../chain/rpc'
import { activityMessages } from '../../../components/orders/messages'
import { summarizeOrder } from '../../../components/orders/orderSummary'
import { orderTitle } from '../../../components/orders/orderTitle'
import { useAllOrders } from '../../../components/orders/useAllOrders'
import { useServices } from '../../../components/services'
import { evmChains } from '../../../domain/chain'
import { type DecodedStep, decodeStep } from '../../../guard/decode/decodedPlan'
import { everyCall } from '../../../guard/decode/evm/call'
import type { EvmStep } from '../../../guard/plan'
import type { Order } from '../../../orders/order'
import { transactionHashOf } from '../../../orders/progress'
import type { DeploymentChain } from '../../../protocol/deployment/deployment'
import { Hash } from '../../../signing/progress/StepList'
import { Card } from '../../../ui/Card'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Row, Rows } from '../../../ui/Rows'
import { findMessages as messages } from './messages'

/** A hash looked up on every chain: where it is, what it did, decoded, and which order it belongs to. */
export function TransactionResults({ hash }: { readonly hash: string }) {
  const { deployment, wallets } = useServices()
  const { data, isFetching } = useQuery({
    queryKey: ['transaction', hash],
    queryFn: () => lookUpTransaction(hash, deployment.chains, wallets.rpc),
    staleTime: 0,
  })
  return (
    <>
      <p role="status" className="text-fine text-quiet">
        {isFetching ? messages.finding : data?.found.length === 0 ? messages.noTransaction : ''}
      </p>
      {data && data.silent.length > 0 && <Notice kind="warn">{messages.silent(data.silent)}</Notice>}
      {data?.found.map((found) => (
        <Found key={found.chain.chainId} found={found} />
      ))}
    </>
  )
}

function Found({ found }: { found: FoundTransaction }) {
  const activity = useMessages(activityMessages)
  const { orders, unread: unreadOrders } = useAllOrders()
  const { chain, hash, outcome, block, decoded } = found
  const own = placeIn(orders, hash)
  const { step, call, unread } = decoded
  return (
    <Card title={messages.on(chain.name, chain.chainId)}>
      <Rows isFine>
        <Row term={messages.outcome} tone={outcome === 'reverted' ? 'warn' : 'plain'}>
          {messages.outcomes[outcome]}
        </Row>
        {block !== undefined && <Row term={messages.block}>{String(block)}</Row>}
        <Row term={messages.hash}>
          <Hash chainId={chain.chainId} hash={hash} />
        </Row>
        <Row term={messages.from}>{step.from}</Row>
        <Row term={messages.to}>{step.to}</Row>
        <Row term={messages.value}>{String(step.value)}</Row>
        <Row term={messages.calls}>
          {unread.length > 0 && `${messages.unread}: `}
          {everyCall(call)
            .map(({ name, selector }) => name ?? selector)
            .join(' · ')}
        </Row>
        <Row term={messages.order}>
          {own ? (
            <Link
              href={`/activity/${encodeURIComponent(own.order.id)}`}
              className="font-medium text-action underline-offset-4 hover:underline"
            >
              {orderTitle(summarizeOrder(own.order), activity)}, {messages.step(own.step)}
            </Link>
          ) : unreadOrders === 0 ? (
            messages.noOrder
          ) : (
            '…'
          )}
        </Row>
      </Rows>
      {everyCall(call).map(({ fields, name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls have nothing but their place, and it never changes.
        <pre key={index} className="mt-3 font-mono text-fine wrap-anywhere whitespace-pre-wrap text-quiet">
          {[name, ...fields.map((field) => `  ${field.name}: ${field.text}`)].join('\n')}
        </pre>
      ))}
    </Card>
  )
}

/** The order of this browser that has the hash, and which of its steps. */
function placeIn(orders: readonly Order[], hash: string): { readonly order: Order; readonly step: number } | undefined {
  for (const order of orders) {
    const index = order.tasks.findIndex(
      ({ progress }) => transactionHashOf(progress)?.toLowerCase() === hash.toLowerCase(),
    )
    if (index !== -1) return { order, step: index + 1 }
  }
  return undefined
}

/** A transaction as a chain has it. */
export type FoundTransaction = {
  readonly chain: DeploymentChain
  readonly hash: string
  readonly outcome: 'pending' | 'done' | 'reverted'
  readonly block: bigint | undefined
  readonly decoded: DecodedStep
}

/** The result of a request to all EVM chains of a deployment; `silent` are those whose node did not respond. */
type Search = { readonly found: readonly FoundTransaction[]; readonly silent: readonly string[] }

async function lookUpTransaction(
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
