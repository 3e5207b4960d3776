import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { pairLabel, poolPath } from '../../../components/pools/poolRowModel'
import { symbolOf } from '../../../components/pools/poolToken'
import { type NetworkPools, useNetworks, usePoolLists } from '../../../components/pools/usePoolLists'
import { useServices } from '../../../components/services'
import { addressKey, isEvmAddress } from '../../../domain/address'
import { networkOf } from '../../../domain/chain'
import { evmChains } from '../../../domain/evmChains'
import { knownValue } from '../../../domain/pools/pool'
import type { ReadPool } from '../../../protocol/pools/poolReader'
import { useMessages } from '../../../ui/messages'
import { Cell, HeaderCell, Table } from '../../../ui/Table'
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
  const isFound = lists.some(({ pools }) => isAnywhere(foundIn(pools, address)))
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

function isAnywhere({ pools, token, positions, managed }: FoundAddress): boolean {
  return pools.length > 0 || token !== undefined || positions + managed > 0
}

/** The role of an address in the pools of one network. */
type FoundAddress = {
  readonly pools: readonly ReadPool[]
  /** The token of this address, and the pools that have it. */
  readonly token: { readonly symbol: string; readonly pools: readonly ReadPool[] } | undefined
  readonly positions: number
  readonly managed: number
}

function foundIn(pools: readonly ReadPool[], address: string): FoundAddress {
  const key = addressKey(address)
  const isIt = (other: string | undefined) => other !== undefined && addressKey(other) === key
  const own = pools.filter((pool) => isIt(knownValue(pool.address)) || isIt(pool.id))
  const tokens = pools.flatMap((pool) => {
    const token = [pool.token0, pool.token1].find((token) => isIt(token.address))
    return token ? [{ token, pool }] : []
  })
  return {
    pools: own,
    token: tokens[0] && { symbol: symbolOf(tokens[0].token), pools: tokens.map(({ pool }) => pool) },
    positions: pools.reduce((sum, pool) => sum + pool.positions.filter(({ owner }) => isIt(owner)).length, 0),
    managed: pools.filter((pool) => isIt(knownValue(pool.positionManager))).length,
  }
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
