import { useQueries } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { poolPath } from '../../../components/pools/poolPath'
import { pairLabel, symbolOf } from '../../../components/pools/poolToken'
import { type NetworkPools, usePoolLists } from '../../../components/pools/usePoolLists'
import { useServices } from '../../../components/services'
import { useTokens } from '../../../components/tokens/useTokens'
import { addressKey, isEvmAddress } from '../../../domain/address'
import { evmChains, networkOf } from '../../../domain/chain'
import { addressKind } from '../../../domain/chainKinds'
import { knownValue } from '../../../domain/pools/pool'
import { addressIn } from '../../../domain/writtenAddress'
import { Card } from '../../../ui/Card'
import { TextField } from '../../../ui/Field'
import { DataTable } from '../../../ui/Table'
import { findMessages as messages } from './messages'
import { TransactionResults } from './TransactionResults'

/** Looks up an address or a hash on every network. */
export default function Find() {
  const { chains } = useTokens()
  const [params, setParams] = useSearchParams()
  const typed = params.get('q') ?? ''
  const hash = /^0x[0-9a-f]{64}$/i.exec(typed.trim())?.[0]
  const address = addressIn(typed, chains)
  const isAddress = addressKind(address) !== undefined
  return (
    <>
      <Card title={messages.title}>
        <div className="grid gap-4">
          <p className="text-fine text-quiet">{messages.hint}</p>
          <TextField
            label={messages.typed}
            value={typed}
            placeholder={messages.example}
            maxLength={200}
            onChange={(q) => setParams({ view: 'find', q }, { replace: true })}
            error={address !== '' && !isAddress && !hash && messages.problem}
          />
          {isAddress && <AddressResults address={address} />}
        </div>
      </Card>
      {hash && <TransactionResults key={hash} hash={hash} />}
    </>
  )
}

/** The roles of an address on each network: a pool, a token, an owner of positions, a contract. */
function AddressResults({ address }: { readonly address: string }) {
  const lists = usePoolLists(useTokens().chains.map(networkOf))
  const codes = useCodes(address)
  const waiting = lists.flatMap(({ network, freshness }) =>
    freshness.saidAt === undefined && freshness.refusal === undefined ? [network] : [],
  )
  const found = lists.map((list) => ({ ...list, roles: rolesIn(list, address) }))
  const rows = found.flatMap(({ network, chain, roles }) => {
    const code = codes.get(chain?.chainId ?? 0)
    return [...roles, ...(code ? [{ what: messages[code] }] : [])].map((role: Role) => ({ network, ...role }))
  })
  return (
    <div className="grid gap-3">
      {waiting.length > 0 && (
        <p role="status" className="text-fine text-quiet">
          {messages.waiting(waiting)}
        </p>
      )}
      {waiting.length === 0 && found.every(({ roles }) => roles.length === 0) && (
        <p role="status">{messages.nowhere}</p>
      )}
      <DataTable
        caption={messages.result}
        rows={rows}
        keyOf={({ network, what, link }) => `${network} ${what} ${link?.href}`}
        columns={[
          { head: messages.network, cell: ({ network }) => network },
          { head: messages.what, cell: ({ what }) => what },
          {
            head: messages.where,
            cell: ({ link }) =>
              link && (
                <Link href={link.href} className="font-medium text-action underline-offset-4 hover:underline">
                  {link.text}
                </Link>
              ),
          },
        ]}
      />
    </div>
  )
}

type Code = 'contract' | 'account' | 'unheard' | undefined
type Role = { readonly what: string; readonly link?: { readonly href: string; readonly text: string } }

/** The roles of an address in the pools of one network. */
function rolesIn({ network, pools }: Pick<NetworkPools, 'network' | 'pools'>, address: string): readonly Role[] {
  const key = addressKey(address)
  const isIt = (other: string | undefined) => other !== undefined && addressKey(other) === key
  const own = pools.filter((pool) => isIt(knownValue(pool.address)) || isIt(pool.id))
  const tokens = pools.flatMap(({ token0, token1 }) => [token0, token1].find((token) => isIt(token.address)) ?? [])
  const managed = pools.filter((pool) => isIt(knownValue(pool.positionManager))).length
  const positions = pools.reduce((sum, pool) => sum + pool.positions.filter(({ owner }) => isIt(owner)).length, 0)
  const symbol = tokens[0] && symbolOf(tokens[0])
  const poolsOfToken = `/pools?network=${encodeURIComponent(network)}&q=${encodeURIComponent(`token:${address}`)}`
  return [
    ...own.map((pool) => ({
      what: messages.pool,
      link: { href: poolPath(network, pool.id), text: pairLabel(pool) },
    })),
    ...(symbol === undefined
      ? []
      : [{ what: messages.token(symbol, tokens.length), link: { href: poolsOfToken, text: symbol } }]),
    ...(managed > 0 ? [{ what: messages.manager(managed) }] : []),
    ...(positions > 0
      ? [{ what: messages.owner(positions), link: { href: `/positions?address=${address}`, text: messages.positions } }]
      : []),
  ]
}

/** Whether there is a contract at an address, by chain. */
function useCodes(address: string): ReadonlyMap<number, Code> {
  const { deployment, wallets } = useServices()
  const chains = isEvmAddress(address) ? evmChains(deployment.chains) : []
  const answers = useQueries({
    queries: chains.map(({ chainId }) => ({
      queryKey: ['code', chainId, address],
      queryFn: async (): Promise<Code> => {
        const code = await wallets.rpc(chainId)('eth_getCode', [address, 'latest'])
        return typeof code === 'string' && code.length > 2 ? 'contract' : 'account'
      },
      staleTime: 60_000,
      retry: false,
    })),
  })
  return new Map(
    chains.map(({ chainId }, index) => [chainId, answers[index]?.isError ? 'unheard' : answers[index]?.data]),
  )
}
