import {
  type KeyboardEvent,
  type MouseEvent,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'wouter'
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
import { classes } from '../../ui/classes'
import { Dialog } from '../../ui/Dialog'
import { useMessages } from '../../ui/messages'
import { SearchInput } from '../../ui/SearchInput'
import { type Command, findCommands } from './commands'
import { paletteMessages } from './messages'

type CommandPaletteProps = { places: readonly Place[]; onClose: () => void; onKeys: () => void }

/** Goes anywhere by typing: screens, tokens, pools, orders, settings. The focus stays in the search box. */
export default function CommandPalette({ places, onClose, onKeys }: CommandPaletteProps) {
  const messages = useMessages(paletteMessages)
  const listId = useId()
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const wanted = useDeferredValue(text)
  const found = findCommands(useCommands(wanted, places, onKeys), wanted)
  const current = Math.min(active, found.length - 1)

  const choose = ({ does }: Command) => {
    onClose()
    if (does.is === 'go') return navigate(does.to)
    does.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = found[current]
    const next = landing(event.key, current, found.length)
    if (next !== undefined) setActive(next)
    // By default, Escape would only clear the search box.
    else if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      title={messages.title}
      isSteady
      onClose={onClose}
      footer={<p className="text-fine text-quiet">{messages.hint}</p>}
    >
      <div className="grid gap-3">
        <div className="sticky -top-5 z-10 -mx-5 -mt-5 bg-sheet px-5 pt-5 pb-2">
          <SearchInput
            role="combobox"
            data-autofocus=""
            aria-label={messages.search}
            placeholder={messages.searchHint}
            aria-controls={listId}
            aria-expanded={found.length > 0}
            aria-autocomplete="list"
            aria-activedescendant={found[current] ? `${listId}-${current}` : undefined}
            value={text}
            onChange={(text) => {
              setText(text)
              setActive(0)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div id={listId} role="listbox" aria-label={messages.results} className="grid gap-0.5">
          {found.map((command, index) => (
            <Line
              key={command.id}
              id={`${listId}-${index}`}
              command={command}
              isFirst={command.group !== found[index - 1]?.group}
              isActive={index === current}
              onPoint={() => setActive(index)}
              onChoose={() => choose(command)}
            />
          ))}
        </div>
        {found.length === 0 && <p>{messages.nothing(wanted.trim())}</p>}
        <p role="status" className="sr-only">
          {messages.found(found.length)}
        </p>
      </div>
    </Dialog>
  )
}

type LineProps = {
  id: string
  command: Command
  /** The first of its group shows the name of the group. */
  isFirst: boolean
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

function Line({ id, command, isFirst, isActive, onPoint, onChoose }: LineProps) {
  const messages = useMessages(paletteMessages)
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isActive])
  // The focus stays in the search box.
  const keepFocus = (event: MouseEvent) => event.preventDefault()
  return (
    <>
      {isFirst && (
        <div role="presentation" className="mt-2 px-2 text-fine text-quiet first:mt-0">
          {messages.groups[command.group]}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the search box, which keeps the focus. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the search box keeps the focus and names the active option. */}
      <div
        ref={line}
        id={id}
        role="option"
        aria-selected={isActive}
        onMouseMove={onPoint}
        onMouseDown={keepFocus}
        onClick={onChoose}
        className={classes(
          'flex min-h-10 flex-wrap items-baseline gap-x-2 rounded-control px-2 py-2 pointer-coarse:min-h-11',
          isActive && 'bg-raised text-ink outline-1 outline-edge',
        )}
      >
        <bdi className="font-medium wrap-anywhere text-ink">{command.title}</bdi>
        {command.detail && <bdi className="text-fine wrap-anywhere text-quiet">{command.detail}</bdi>}
      </div>
    </>
  )
}

/** The index an arrow key moves to; `undefined` for other keys. */
function landing(key: string, from: number, length: number): number | undefined {
  if (length === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (from + 1) % length
    case 'ArrowUp':
      return (from + length - 1) % length
    default:
      return undefined
  }
}

/** Milliseconds between two requests for pools while the palette is open: it looks a pool up, it does not watch it. */
const poolsEvery = 60_000

/** Pools are requested only from this number of typed letters on, because their lists are large. */
const poolsFrom = 2

/** Everything that the palette can reach, for what has been typed so far. */
function useCommands(text: string, places: readonly Place[], showKeys: () => void): readonly Command[] {
  return [
    ...places.map(screen),
    ...useTokenCommands(),
    ...usePools(text.trim().length >= poolsFrom),
    ...useOrders(),
    ...useSettings(showKeys),
  ]
}

/** A page of the app. */
type Place = { readonly title: string; readonly to: string }

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
