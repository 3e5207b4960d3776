import { useMemo } from 'react'
import { activityMessages } from '../../components/orders/messages'
import { summarizeOrder } from '../../components/orders/orderSummary'
import { orderTitle } from '../../components/orders/orderTitle'
import { useAllOrders } from '../../components/orders/useAllOrders'
import { poolPath } from '../../components/pools/poolPath'
import { pairLabel } from '../../components/pools/poolToken'
import { usePoolLists } from '../../components/pools/usePoolLists'
import type { Theme } from '../../components/preferences'
import { useServices } from '../../components/services'
import { readSwapLink, writeSwapLink } from '../../components/swapLink'
import { tokenKey } from '../../components/tokens/search'
import { useTokens } from '../../components/tokens/useTokens'
import { networkOf } from '../../domain/chain'
import { dateTimeText } from '../../domain/text/dateText'
import { isLookAlike, type Token } from '../../domain/token'
import { refOf } from '../../domain/tokenPair'
import { useMessages } from '../../ui/messages'
import type { Command } from './commands'
import { paletteMessages } from './messages'

/** Milliseconds between two requests for pools while the palette is open: it looks a pool up, it does not watch it. */
const poolsEvery = 60_000

/** Pools are requested only from this number of typed letters on, because their lists are large. */
const poolsFrom = 2

/** Everything that the palette can reach, for what has been typed so far. */
export function useCommands(text: string, places: readonly Place[], showKeys: () => void): readonly Command[] {
  return [
    ...places.map(screen),
    ...useTokenCommands(),
    ...usePools(text.trim().length >= poolsFrom),
    ...useOrders(),
    ...useSettings(showKeys),
  ]
}

/** A page of the app. */
export type Place = { readonly title: string; readonly to: string }

function screen({ title, to }: Place): Command {
  return { id: `screen ${to}`, group: 'screens', title, does: { is: 'go', to } }
}

function useTokenCommands(): readonly Command[] {
  const messages = useMessages(paletteMessages)
  const { tokens } = useTokens()
  return useMemo(
    () =>
      tokens
        .filter((token) => !isLookAlike(token))
        .map((token) => ({
          id: `token ${tokenKey(token)}`,
          group: 'tokens',
          title: messages.swapTo(token.symbol),
          detail: messages.tokenDetail(token.name, token.chain.name),
          keywords: token.address,
          does: { is: 'go', to: swapTo(token) },
        })),
    [tokens, messages],
  )
}

/** A link to the swap form that changes only the token to receive: the form keeps the token to pay. */
function swapTo(token: Token): string {
  const { from } = readSwapLink(window.location.pathname === '/swap' ? window.location.search : '')
  return `/swap?${writeSwapLink({ from, to: refOf(token), amount: '', recipient: undefined })}`
}

function usePools(isSearched: boolean): readonly Command[] {
  const { chains } = useTokens()
  const lists = usePoolLists(isSearched ? chains.map(networkOf) : [], { interval: poolsEvery })
  return lists.flatMap(({ network, chain, pools }) =>
    pools.map((pool) => ({
      id: `pool ${network} ${pool.id}`,
      group: 'pools' as const,
      title: pairLabel(pool),
      detail: chain?.name ?? network,
      keywords: pool.id,
      does: { is: 'go' as const, to: poolPath(network, pool.id) },
    })),
  )
}

function useOrders(): readonly Command[] {
  const messages = useMessages(activityMessages)
  const { orders } = useAllOrders()
  return useMemo(
    () =>
      orders
        .map((order) => summarizeOrder(order))
        .sort((a, b) => b.openedAt - a.openedAt)
        .map((summary) => ({
          id: `order ${summary.id}`,
          group: 'orders',
          title: orderTitle(summary, messages),
          detail: dateTimeText(summary.openedAt),
          keywords: [summary.id, ...summary.transactions.map(({ hash }) => hash)].join(' '),
          does: { is: 'go', to: `/activity/${encodeURIComponent(summary.id)}` },
        })),
    [orders, messages],
  )
}

function useSettings(showKeys: () => void): readonly Command[] {
  const messages = useMessages(paletteMessages)
  const { dialogs, preferences } = useServices()
  const run = (id: string, title: string, act: () => void): Command => ({
    id: `setting ${id}`,
    group: 'settings',
    title,
    does: { is: 'run', run: act },
  })
  const themes: readonly Theme[] = ['system', 'light', 'dark']
  return [
    run('settings', messages.settings, () => dialogs.settings()),
    run('accounts', messages.accounts, () => dialogs.account()),
    run('connect', messages.connect, () => dialogs.connect()),
    ...themes.map((theme) =>
      run(`theme ${theme}`, messages.themes[theme], () => preferences.getState().change({ theme })),
    ),
    run('keys', messages.keys, showKeys),
  ]
}
