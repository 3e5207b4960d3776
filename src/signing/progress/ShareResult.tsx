import { useState } from 'react'
import { useRouter } from 'wouter'
import { useServices } from '../../components/services'
import { isSameAddress } from '../../domain/address'
import { type Amount, formatAmount } from '../../domain/amount'
import { exchangedSigns } from '../../domain/text/locale'
import type { Token } from '../../domain/token'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { useMessages } from '../../ui/messages'
import { progressMessages } from './messages'

type ShareResultProps = {
  /** A link to the same swap, without any address. */
  link: string
  paid: Amount
  received: Amount
  hash: string | undefined
}

/** Copies a completed swap: a link to repeat it, or its exact amounts in one sentence. */
export function ShareResult({ link, paid, received, hash }: ShareResultProps) {
  const messages = useMessages(progressMessages)
  const router = useRouter()
  const url = new URL(router.hrefs(link, router), window.location.origin)
  const textOf = (amount: Amount) => `${exchangedSigns(formatAmount(amount))} ${amount.token.symbol}`
  const sentence = `${messages.swapped(textOf(paid), textOf(received))} ${messages.onNetwork(received.token.chain.name)}`
  const text = [sentence, hash && `${messages.hash}: ${hash}`].filter(Boolean).join('\n')
  return (
    <div className="flex flex-wrap items-center justify-center gap-1 text-fine text-quiet">
      <CopyButton isLabelled text={url.href} label={messages.copyLink} />
      <CopyButton isLabelled text={text} label={messages.copyText} />
    </div>
  )
}

/** Asks the receiving wallet to list the token. The wallet may refuse, and nothing is signed. */
export function ShowInWallet({ token, recipient }: { token: Token; recipient: string }) {
  const messages = useMessages(progressMessages)
  const { wallets } = useServices()
  const [outcome, setOutcome] = useState<'asked' | 'refused'>()
  const isOwn = wallets.store
    .getState()
    .accounts.some(({ kind, address }) => kind === token.chain.kind && isSameAddress(address, recipient))
  if (token.isNative || token.chain.kind !== 'evm' || !isOwn || !wallets.watchToken) return null
  const ask = () => {
    wallets.watchToken?.(token).then(
      () => setOutcome('asked'),
      () => setOutcome('refused'),
    )
  }
  return (
    <span className="flex flex-wrap items-center justify-center">
      <Button icon="wallet" onClick={ask}>
        {messages.showInWallet(token.symbol)}
      </Button>
      <span role="status" className={outcome && 'ms-1'}>
        {outcome && messages.watchOutcome[outcome]}
      </span>
    </span>
  )
}
