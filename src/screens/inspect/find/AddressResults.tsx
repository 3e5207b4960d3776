import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { pairLabel, poolPath } from '../../../components/pools/poolRowModel'
import { type NetworkPools, useNetworks, usePoolLists } from '../../../components/pools/usePoolLists'
import { useServices } from '../../../components/services'
import { isEvmAddress } from '../../../domain/address'
import { networkOf } from '../../../domain/chain'
import { evmChains } from '../../../domain/evmChains'
import { useMessages } from '../../../ui/messages'
import { Cell, HeaderCell, Table } from '../../../ui/Table'
import { foundIn } from './found'
import { findMessages } from './messages'

/** The role of an address on each network: a pool, a token, an owner of positions, a contract. */
export function AddressResults({ address }: { readonly address: string }) {
  const messages = useMessages(findMessages)
  const { chains } = useNetworks()
  const names = useMemo(() => chains.map(networkOf), [chains])
  const lists = usePoolLists(names)
  const codes = useCodes(address)
  const waiting = lists.flatMap(({ network, freshness }) =>
    freshness.saidAt === undefined && freshness.refusal === undefined ? [network] : [],
  )
  const isFound = lists.some(({ pools }) => rowsOf(pools, address).length > 0)
  return (
    <div className="grid gap-3">
      {waiting.length > 0 && (
        <p role="status" className="text-fine text-quiet">
          {messages.waiting(waiting)}
        </p>
      )}
      {!isFound && waiting.length === 0 && <p role="status">{messages.nowhere}</p>}
      <Table caption={messages.result}>
        <thead>
          <tr>
            <HeaderCell>{messages.network}</HeaderCell>
            <HeaderCell>{messages.what}</HeaderCell>
            <HeaderCell>{messages.where}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {lists.map((list) => (
            <NetworkRows key={list.network} list={list} address={address} code={codes.get(list.chain?.chainId ?? 0)} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

type Code = 'contract' | 'account' | 'unheard' | undefined

type NetworkRowsProps = { readonly list: NetworkPools; readonly address: string; readonly code: Code }

function NetworkRows({ list: { network, pools }, address, code }: NetworkRowsProps) {
  const messages = useMessages(findMessages)
  const found = useMemo(() => foundIn(pools, address), [pools, address])
  return (
    <>
      {found.pools.map((pool) => (
        <tr key={pool.id}>
          <Cell>{network}</Cell>
          <Cell>{messages.pool}</Cell>
          <Cell>
            <Link href={poolPath(network, pool.id)} className={link}>
              {pairLabel(pool)}
            </Link>
          </Cell>
        </tr>
      ))}
      {found.token && (
        <tr>
          <Cell>{network}</Cell>
          <Cell>{messages.token(found.token.symbol, found.token.pools.length)}</Cell>
          <Cell>
            <Link
              href={`/pools?network=${encodeURIComponent(network)}&q=${encodeURIComponent(`token:${address}`)}`}
              className={link}
            >
              {found.token.symbol}
            </Link>
          </Cell>
        </tr>
      )}
      {found.managed > 0 && (
        <tr>
          <Cell>{network}</Cell>
          <Cell>{messages.manager(found.managed)}</Cell>
          <Cell />
        </tr>
      )}
      {found.positions > 0 && (
        <tr>
          <Cell>{network}</Cell>
          <Cell>{messages.owner(found.positions)}</Cell>
          <Cell>
            <Link href={`/positions?address=${address}`} className={link}>
              {messages.positions}
            </Link>
          </Cell>
        </tr>
      )}
      {code && (
        <tr>
          <Cell>{network}</Cell>
          <Cell>{messages[code]}</Cell>
          <Cell />
        </tr>
      )}
    </>
  )
}

const link = 'font-medium text-action underline-offset-4 hover:underline'

function rowsOf(pools: NetworkPools['pools'], address: string): readonly unknown[] {
  const { pools: own, token, positions, managed } = foundIn(pools, address)
  return [...own, ...(token ? [token] : []), ...(positions + managed > 0 ? [positions] : [])]
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
