import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { chainsLeftOut } from '../../../api/queries'
import type { Chain } from '../../../domain/chain'
import { addressKind } from '../../../domain/chainKinds'
import { sameToken, type Token } from '../../../domain/token'
import { readWrittenAddress } from '../../../domain/writtenAddress'
import { Button } from '../../../ui/Button'
import { Segmented } from '../../../ui/Choice'
import { CopyButton } from '../../../ui/CopyButton'
import { Dialog } from '../../../ui/Dialog'
import { ExternalLink } from '../../../ui/ExternalLink'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { SearchInput } from '../../../ui/SearchInput'
import { addressUrl } from '../../accounts/explorerLinks'
import { useTokenHoldings } from '../../accounts/useTokenHoldings'
import { useServices } from '../../services'
import { usePreferences } from '../../usePreferences'
import { tokenMessages } from '../messages'
import {
  findTokens,
  indexTokens,
  isCommon,
  isSuspicious,
  type TokenListing,
  tokenKey,
  withFavourite,
  withRecent,
} from '../search'
import { TokenImage } from '../TokenImage'
import { rowsOnPage, TokenList } from './TokenList'

export type TokenPickerProps = {
  /** Of all chains. */
  tokens: readonly Token[]
  chosen?: Token | undefined
  /** Picks the bought token: likely ones come before those owned. */
  isTarget?: boolean
  /** The token that is paid: the last of those to buy. */
  paid?: Token | undefined
  onChoose: (token: Token) => void
  onClose: () => void
}

/**
 * Picks one of the service's tokens. The focus stays in the search box while the arrow keys move through the list. The
 * dialog is first; its tokens, of which there may be thousands, follow in a render that may be interrupted.
 */
export default function TokenPicker({ tokens, chosen, isTarget = false, paid, onChoose, onClose }: TokenPickerProps) {
  const messages = useMessages(tokenMessages)
  const listId = useId()
  const { preferences } = useServices()
  const drawn = useDeferredValue(tokens, notYet)
  const { owned } = useTokenHoldings(drawn)
  const recent = usePreferences(({ recentTokens }) => recentTokens)
  const favourites = usePreferences(({ favouriteTokens }) => favouriteTokens)
  const [text, setText] = useState('')
  const [chainId, setChainId] = useState<number>()
  const [active, setActive] = useState(0)
  const [isAll, setAll] = useState(false)

  const index = useMemo(() => indexTokens(drawn), [drawn])
  const chains = useMemo(() => chainsOf(tokens), [tokens])
  const wanted = useDeferredValue(text)
  const isWary = !isAll && wanted.trim() === ''
  const paidKey = paid && tokenKey(paid)
  const listings = useMemo(
    () => findTokens(index, { text: wanted, chainId, owned, recent, isTarget, paid: paidKey, isWary }),
    [index, wanted, chainId, owned, recent, isTarget, paidKey, isWary],
  )
  const isHidden = (token: Token) =>
    isSuspicious(token) &&
    (chainId ?? token.chain.chainId) === token.chain.chainId &&
    !listings.some((shown) => shown.token === token)
  const current = Math.min(active, listings.length - 1)
  const listing = listings[current]

  const search = (text: string) => {
    setText(text)
    setActive(0)
  }
  const choose = (token: Token) => {
    preferences.getState().change({ recentTokens: withRecent(recent, tokenKey(token)) })
    onChoose(token)
    onClose()
  }
  const markFavourite = (key: string) =>
    preferences.getState().change({ favouriteTokens: withFavourite(favourites, key) })
  const onKeyDown = (event: KeyboardEvent) => {
    const next = landing(event.key, current, listings.length)
    if (next !== undefined) setActive(next)
    // By default, Escape would only clear the search box.
    else if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && listing) choose(listing.token)
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      title={messages.title}
      onClose={onClose}
      footer={
        <TokenDetail
          listing={listing}
          isFavourite={favourites.includes(listing?.key ?? '')}
          onFavourite={markFavourite}
        />
      }
    >
      <div className="grid gap-3">
        {/* It keeps the focus. No combobox: the list below it never opens or closes, and its length is announced. */}
        <SearchInput
          // No autofocus on touch screens, where the keyboard would cover half of the list.
          data-autofocus={isTouch() ? undefined : ''}
          enterKeyHint="go"
          placeholder={messages.searchHint}
          aria-label={messages.search}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={listing && `${listId}-${current}`}
          value={text}
          onChange={search}
          onKeyDown={onKeyDown}
        />
        {drawn === notYet && <div className="min-h-10 pointer-coarse:min-h-12" />}
        {wanted.trim() === '' && (
          <TokenChips tokens={quickTokens(drawn, { recent, favourites, chainId })} chosen={chosen} onChoose={choose} />
        )}
        {chains.length > 1 && (
          <Segmented
            label={messages.chains}
            isLabelHidden
            isOneRow
            options={[
              { value: '', label: messages.allChains },
              ...chains.map((chain) => ({ value: `${chain.chainId}`, label: <bdi>{chain.name}</bdi> })),
            ]}
            value={`${chainId ?? ''}`}
            onChange={(chosen) => setChainId(chosen === '' ? undefined : Number(chosen))}
          />
        )}
        {drawn === notYet ? (
          <div className="h-80" />
        ) : listings.length > 0 ? (
          <TokenList
            id={listId}
            listings={listings}
            active={current}
            chosenKey={chosen && tokenKey(chosen)}
            onActive={setActive}
            onChoose={choose}
            onKeyDown={onKeyDown}
          />
        ) : (
          <NothingFound text={wanted} onAllNetworks={chainId === undefined ? undefined : () => setChainId(undefined)} />
        )}
        {isWary && drawn.some(isHidden) && (
          <Button kind="bare" size="small" onClick={() => setAll(true)}>
            {messages.showSuspicious}
          </Button>
        )}
        <p role="status" className="sr-only">
          {drawn !== notYet && messages.found(listings.length)}
        </p>
        <TokensLeftOut />
      </div>
    </Dialog>
  )
}

/** One-press token buttons in a horizontally scrolling row. */
function TokenChips({ tokens, chosen, onChoose }: Pick<TokenPickerProps, 'tokens' | 'chosen' | 'onChoose'>) {
  const messages = useMessages(tokenMessages)
  if (tokens.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser.
    <div role="group" aria-label={messages.quick} className="-mx-5 flex gap-2 overflow-x-auto px-5 pb-1">
      {tokens.map((token) => (
        <button
          key={token.id}
          type="button"
          aria-label={messages.quickChoice(token.symbol, token.chain.name)}
          aria-pressed={chosen !== undefined && sameToken(chosen, token)}
          onClick={() => onChoose(token)}
          className="inline-flex min-h-9 shrink-0 items-center gap-2 rounded-control border border-line bg-sheet ps-1.5 pe-3 text-fine font-medium text-ink hover:border-edge aria-pressed:border-action pointer-coarse:min-h-11"
        >
          <TokenImage token={token} size="medium" hasChain />
          <bdi translate="no">{token.symbol}</bdi>
        </button>
      ))}
    </div>
  )
}

type TokenDetailProps = {
  listing: TokenListing | undefined
  isFavourite: boolean
  onFavourite: (key: string) => void
}

/** The full address of the token under the cursor: it distinguishes the real one from imitations. */
function TokenDetail({ listing, isFavourite, onFavourite }: TokenDetailProps) {
  const messages = useMessages(tokenMessages)
  const { deployment } = useServices()
  if (!listing) return <div className="min-h-8" />
  const { token } = listing
  const url = addressUrl(deployment, token.chain.chainId, token.address)
  return (
    <div className="flex min-h-8 items-center text-fine">
      {token.isNative ? (
        <p className="min-w-0 flex-1 text-quiet">{messages.nativeCoin}</p>
      ) : (
        <>
          <code className="min-w-0 flex-1 font-mono wrap-anywhere">{token.address}</code>
          <CopyButton text={token.address} label={messages.copyAddress} />
          {url && <ExternalLink href={url}>{messages.explorer}</ExternalLink>}
        </>
      )}
      <button
        type="button"
        aria-pressed={isFavourite}
        aria-label={messages.favourite(token.symbol)}
        onClick={() => onFavourite(listing.key)}
        className="grid size-8 shrink-0 place-items-center rounded-small text-quiet hover:bg-raised hover:text-ink aria-pressed:text-action pointer-coarse:size-11"
      >
        <Icon name="star" className={isFavourite ? 'size-4.5 fill-current' : 'size-4.5'} />
      </button>
    </div>
  )
}

/** Why no token is listed, and a way back to all networks while one is chosen. */
function NothingFound({ text, onAllNetworks }: { text: string; onAllNetworks: (() => void) | undefined }) {
  const messages = useMessages(tokenMessages)
  const wanted = text.trim()
  const isAddress = addressKind(readWrittenAddress(text).address) !== undefined
  const why = isAddress ? messages.notListed : wanted ? messages.nothingFor(wanted) : messages.nothing
  return (
    <div className="grid min-h-40 content-center justify-items-center gap-3 text-center">
      <p>{why}</p>
      {onAllNetworks && <Button onClick={onAllNetworks}>{messages.allAgain}</Button>}
    </div>
  )
}

/** Whether the pointer is a finger: then no field is focused automatically. */
function isTouch(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
}

/** How many listed tokens are unusable, and where to see why. */
function TokensLeftOut() {
  const messages = useMessages(tokenMessages)
  const { client } = useServices()
  const { data: leftOut = 0 } = useQuery(chainsLeftOut(client))
  if (leftOut === 0) return null
  return (
    <p className="text-fine text-quiet">
      {messages.leftOut(leftOut)}{' '}
      <Link href="/inspect" className="text-action underline underline-offset-4">
        {messages.leftOutDetails}
      </Link>
    </p>
  )
}

/** The index a key moves to; `undefined` for other keys. */
function landing(key: string, from: number, length: number): number | undefined {
  const last = length - 1
  switch (key) {
    case 'ArrowDown':
      return from >= last ? 0 : from + 1
    case 'ArrowUp':
      return from <= 0 ? last : from - 1
    case 'PageDown':
      return Math.min(last, from + rowsOnPage)
    case 'PageUp':
      return Math.max(0, from - rowsOnPage)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

/** Placeholder for the tokens while the dialog opens. */
const notYet: readonly Token[] = []

function chainsOf(tokens: readonly Token[]): readonly Chain[] {
  return [...new Map(tokens.map(({ chain }) => [chain.chainId, chain])).values()]
}

type QuickChoice = {
  /** Keys of the recently chosen tokens, the latest first. */
  readonly recent: readonly string[]
  readonly favourites: readonly string[]
  /** Only of this chain. */
  readonly chainId: number | undefined
}

const most = 8

/**
 * One-press tokens: favourites, then recently chosen ones, then common ones of each chain. A chip has no room for a
 * caution, so tokens that need one are only in the list.
 */
function quickTokens(tokens: readonly Token[], { recent, favourites, chainId }: QuickChoice): readonly Token[] {
  const here = tokens.filter(
    ({ chain, cautions = [] }) => cautions.length === 0 && (chainId === undefined || chain.chainId === chainId),
  )
  const byKey = new Map(here.map((token) => [tokenKey(token), token]))
  const chosen = [...favourites, ...recent.slice(0, 4)].flatMap((key) => byKey.get(key) ?? [])
  return [...new Set([...chosen, ...here.filter(isCommon)])].slice(0, most)
}
