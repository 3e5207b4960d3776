import { shortAddress } from '../../domain/address'
import type { Token } from '../../domain/token'
import { Icon } from '../../ui/Icon'
import { useMessages } from '../../ui/messages'
import { cautionMessages } from './caution.messages'

/** Warnings about these tokens, with name and address; nothing without warnings. */
export function TokenCautions({ tokens }: { tokens: readonly Token[] }) {
  const messages = useMessages(cautionMessages)
  const lines = tokens.flatMap((token) => (token.cautions ?? []).map((caution) => ({ token, caution })))
  if (lines.length === 0) return null
  return (
    <span className="grid gap-1 text-fine font-medium text-amber">
      {lines.map(({ token, caution }) => (
        <span key={`${token.id} ${caution.is}`} className="flex items-start gap-1.5">
          <Icon name="warn" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            <bdi>{messages.about(token.symbol, token.chain.name, shortAddress(token.address))}</bdi>{' '}
            {messages.caution(caution)}
          </span>
        </span>
      ))}
    </span>
  )
}
