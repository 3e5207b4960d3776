import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { walletMessages } from '../../components/accounts/messages'
import { useAccounts, useWallets } from '../../components/accounts/useAccounts'
import { WalletMark } from '../../components/accounts/WalletMark'
import { failureMessages, failureSentence } from '../../components/failure.messages'
import { useServices } from '../../components/services'
import { type ChainKind, chainKindNames } from '../../domain/chain'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Details } from '../../ui/Rows'
import { Skeleton } from '../../ui/Skeleton'
import { Spinner } from '../../ui/Spinner'
import type { WalletOption } from '../../wallets/wallets'
import { type Connecting, lastUsedFirst, lastWallet, useConnect } from './useConnect'
import { PairingPanel, WalletSuggestions } from './WalletSuggestions'

export type ConnectDialogProps = {
  /** Wallets of this chain kind come first. */
  kind?: ChainKind | undefined
  /** A second kind, on which the person receives: asked for right after the first. */
  also?: ChainKind | undefined
  onClose: () => void
}

/** The wallets that can be connected, and the outcome of connecting. */
export default function ConnectDialog({ kind, also, onClose }: ConnectDialogProps) {
  const messages = useMessages(walletMessages)
  const { connecting, ask, stopWaiting, isSecond } = useConnect(kind, also, onClose)
  const wanted = isSecond ? also : kind
  const search = useDiscovery()
  return (
    <Dialog title={messages.connectTitle} onClose={onClose}>
      {connecting.at === 'asking' ? (
        <Asking connecting={connecting} onStop={stopWaiting} />
      ) : (
        <div className="grid gap-4">
          <Answer connecting={connecting} />
          {isSecond && also && (
            <Notice kind="info" isLive action={<Button onClick={onClose}>{messages.notNow}</Button>}>
              {messages.receiveOn[also]}
            </Notice>
          )}
          <Options kind={wanted} isAlone={isSecond} search={search} onChoose={ask} />
          <Unstarted />
          <Demos kind={wanted} isAlone={isSecond} onChoose={ask} />
          <WalletSuggestions kind={wanted} isLooking={search.isLooking} />
          <Link
            href="/positions"
            onClick={onClose}
            className="py-1 text-fine font-medium text-action underline-offset-4 hover:underline"
          >
            {messages.watch}
          </Link>
          <p className="text-fine text-quiet">{messages.promise}</p>
        </div>
      )}
    </Dialog>
  )
}

type OptionsProps = {
  kind: ChainKind | undefined
  /** Whether other kinds are left out. */
  isAlone: boolean
  search: ReturnType<typeof useDiscovery>
  onChoose: (option: WalletOption) => void
}

function Options({ kind, isAlone, search, onChoose }: OptionsProps) {
  const messages = useMessages(walletMessages)
  const options = useWallets(({ options }) => options)
  const { isLooking, hasFailed, discover } = search

  if (hasFailed && !isLooking)
    return (
      <Notice kind="warn" isLive action={<Button onClick={discover}>{messages.lookAgain}</Button>}>
        {messages.discoveryFailed}
      </Notice>
    )
  if (isLooking && options.length === 0)
    return (
      <div className="grid gap-2">
        <span role="status" className="text-fine text-quiet">
          {messages.looking}
        </span>
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </div>
    )
  if (options.length === 0)
    return (
      <Notice
        kind="info"
        isLive
        title={messages.none}
        action={<Button onClick={discover}>{messages.lookAgain}</Button>}
      >
        {messages.noneHint}
      </Notice>
    )
  const kinds = kindsOf(options, kind).filter((each) => !isAlone || each === kind)
  return kinds.map((kind) => {
    const installed = options.filter((option) => option.kind === kind && !option.isDemo)
    if (installed.length === 0) return null
    return (
      <section key={kind} aria-label={messages.kinds[kind]}>
        <h3 className="mb-2 text-fine font-medium text-quiet">{messages.kinds[kind]}</h3>
        <ul className="grid gap-2">
          {lastUsedFirst(installed, lastWallet(kind)).map((option) => (
            <li key={option.id}>
              <OptionButton option={option} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      </section>
    )
  })
}

/** The demo wallets of a local exchange, in one row. One for testers is folded away. */
function Demos({ kind, isAlone, onChoose }: Omit<OptionsProps, 'search'>) {
  const messages = useMessages(walletMessages)
  const options = useWallets(({ options }) => options)
  const accounts = useAccounts()
  const demos = options.filter((option) => option.isDemo && (!isAlone || option.kind === kind))
  if (demos.length === 0) return null
  const testers = demos.filter(({ isForTesters }) => isForTesters)
  return (
    <section aria-label={messages.tryDemo} className="grid gap-2">
      <h3 className="flex flex-wrap gap-x-2 text-fine">
        <span className="font-medium text-ink">{messages.tryDemo}</span>
        <span className="text-quiet">{messages.demo}</span>
      </h3>
      <ul className="flex flex-wrap gap-2">{demos.filter(({ isForTesters }) => !isForTesters).map(button)}</ul>
      {testers.length > 0 && (
        <Details summary={messages.forTesters} isPlain>
          <ul className="grid">{testers.map(button)}</ul>
        </Details>
      )}
    </section>
  )

  function button(option: WalletOption) {
    const isConnected = accounts.some(({ walletId }) => walletId === option.id)
    return (
      <li key={option.id} className="grid flex-1">
        <Button
          {...(isConnected && { icon: 'check' as const })}
          aria-description={isConnected ? messages.connected : messages.demo}
          onClick={() => onChoose(option)}
        >
          <span className="text-fine">{option.name}</span>
        </Button>
      </li>
    )
  }
}

/** Wallets that could not start, each with the reason and what to do. */
function Unstarted() {
  const messages = useMessages(walletMessages)
  const unstarted = useWallets(({ unstarted }) => unstarted)
  return unstarted?.map(({ what, detail }) => {
    const name = typeof what === 'string' ? messages.walletsFor(messages.kinds[what]) : what.name
    return (
      <Notice key={name} kind="warn" isLive title={messages.notStarted(name)}>
        <p>{window.isSecureContext ? messages.notStartedNext : messages.notStartedOnHttp(window.location.host)}</p>
        <Detail summary={messages.notStartedDetail} text={detail} />
      </Notice>
    )
  })
}

function OptionButton({ option, onChoose }: Pick<OptionsProps, 'onChoose'> & { option: WalletOption }) {
  const messages = useMessages(walletMessages)
  const isConnected = useAccounts().some(({ walletId }) => walletId === option.id)
  const note = isConnected
    ? messages.connected
    : option.isElsewhere
      ? messages.elsewhere
      : option.id === lastWallet(option.kind)
        ? messages.lastUsed
        : messages.detected
  return (
    <button
      type="button"
      onClick={() => onChoose(option)}
      aria-label={option.name}
      aria-description={note}
      className="flex min-h-14 w-full items-center gap-3 rounded-control border border-line bg-sheet px-3 py-2 text-start transition-colors hover:border-edge hover:bg-raised"
    >
      <WalletMark icon={option.icon} />
      <span className="grid min-w-0 flex-1">
        <bdi className="truncate font-medium text-ink">{option.name}</bdi>
        {note && <span className="text-fine text-quiet">{note}</span>}
      </span>
    </button>
  )
}

function Asking({ connecting, onStop }: { connecting: Extract<Connecting, { at: 'asking' }>; onStop: () => void }) {
  const messages = useMessages(walletMessages)
  const pairing = useWallets(({ pairing }) => pairing)
  const { option, isSlow } = connecting
  if (pairing) return <PairingPanel pairing={pairing} onStop={onStop} />
  return (
    <div className="grid justify-items-center gap-4 py-4 text-center">
      <span className="relative grid place-items-center">
        <Spinner className="size-16 text-action" />
        <span className="absolute">
          <WalletMark icon={option.icon} />
        </span>
      </span>
      <div role="status" className="grid gap-2">
        <p className="text-lead font-bold text-ink">{messages.connecting(option.name)}</p>
        <p>{messages.connectingHint}</p>
        {isSlow && <p className="text-amber">{messages.slow}</p>}
      </div>
      <Button onClick={onStop}>{messages.stopWaiting}</Button>
    </div>
  )
}

function Answer({ connecting }: { connecting: Connecting }) {
  const messages = useMessages(walletMessages)
  const failures = useMessages(failureMessages)
  if (connecting.at === 'declined')
    return (
      <Notice kind="info" isLive>
        {messages.declined(connecting.option.name)}
      </Notice>
    )
  if (connecting.at !== 'failed') return null
  const { option, failure, detail } = connecting
  return (
    <Notice kind="warn" isLive title={messages.failed(option.name)}>
      <p>{failure ? failureSentence(failure, failures) : messages.unexplained}</p>
      {detail && <Detail summary={messages.detail} text={detail} />}
    </Notice>
  )
}

function Detail({ summary, text }: { summary: string; text: string }) {
  return (
    <div className="pt-2">
      <Details summary={summary}>
        <code className="font-mono wrap-anywhere">{text}</code>
      </Details>
    </div>
  )
}

function useDiscovery() {
  const { wallets } = useServices()
  const { isFetching, isError, refetch } = useQuery({
    queryKey: ['wallets'],
    queryFn: async () => (await wallets.discover()) ?? null,
    networkMode: 'always',
    retry: false,
    gcTime: 0,
  })
  return { isLooking: isFetching, hasFailed: isError, discover: () => void refetch() }
}

/** The chain kinds that have wallets, the requested one first. */
function kindsOf(options: readonly WalletOption[], first: ChainKind | undefined): readonly ChainKind[] {
  return chainKindNames
    .filter((kind) => options.some((option) => option.kind === kind))
    .sort((a, b) => Number(b === first) - Number(a === first))
}
