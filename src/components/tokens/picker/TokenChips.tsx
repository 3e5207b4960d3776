import { sameToken, type Token } from '../../../domain/token'
import { useMessages } from '../../../ui/messages'
import { tokenMessages } from '../messages'
import { TokenImage } from '../TokenImage'

type TokenChipsProps = {
  tokens: readonly Token[]
  chosen: Token | undefined
  onChoose: (token: Token) => void
}

/** One-press token buttons in a horizontally scrolling row. */
export function TokenChips({ tokens, chosen, onChoose }: TokenChipsProps) {
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
