import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon'

const shape =
  'inline-flex min-h-12 max-w-[60%] max-[18rem]:max-w-full shrink-0 items-center gap-2.5 rounded-control border ps-2.5 pe-3 font-medium transition-colors duration-100'

/** The button of a chosen token, with a `TokenFace` in it. */
export const tokenButtonClass = `${shape} border-line bg-sheet text-ink hover:border-edge`
/** The same while no token is chosen. */
export const selectButtonClass = `${shape} border-transparent bg-action text-on-action hover:bg-action-deep`

/** A token with its network. On the start page its own script writes into both (index.html). */
export function TokenFace({ mark, symbol, network }: { mark: ReactNode; symbol: string; network: string }) {
  return (
    <>
      {mark}
      <span className="grid min-w-0 text-start">
        <bdi data-fill="symbol" translate="no" className="truncate">
          {symbol}
        </bdi>
        <span data-fill="chain" className="truncate text-fine leading-tight font-normal text-quiet">
          {network}
        </span>
      </span>
      <Icon name="chevron" className="size-4 max-[18rem]:hidden" />
    </>
  )
}
