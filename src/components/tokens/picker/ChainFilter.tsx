import { useId } from 'react'
import type { Chain } from '../../../domain/chain'
import { useMessages } from '../../../ui/messages'
import { tokenMessages } from '../messages'

type ChainFilterProps = {
  chains: readonly Chain[]
  /** `undefined` means all chains. */
  chainId: number | undefined
  onChange: (chainId: number | undefined) => void
}

/** Filters by one chain, or shows all. */
export function ChainFilter({ chains, chainId, onChange }: ChainFilterProps) {
  const messages = useMessages(tokenMessages)
  const name = useId()
  if (chains.length < 2) return null
  const choices = [{ chainId: undefined, name: messages.allChains }, ...chains]
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{messages.chains}</legend>
      <div className="-mx-1 flex gap-1.5 overflow-x-auto p-1">
        {choices.map((choice) => (
          <label
            key={choice.chainId ?? 'all'}
            data-checked={choice.chainId === chainId || undefined}
            className="relative flex min-h-8 items-center rounded-full border border-line px-3 text-fine font-medium whitespace-nowrap transition-colors hover:border-edge data-checked:border-action data-checked:bg-action-wash data-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-action forced-colors:data-checked:bg-[Highlight] forced-colors:data-checked:text-[HighlightText] forced-colors:data-checked:forced-color-adjust-none"
          >
            <input
              type="radio"
              name={name}
              checked={choice.chainId === chainId}
              onChange={() => onChange(choice.chainId)}
              className="sr-only"
            />
            <bdi>{choice.name}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
