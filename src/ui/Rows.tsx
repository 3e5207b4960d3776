import { type ReactNode, useState } from 'react'
import { classes } from './classes'
import { Icon } from './Icon'

/** A list of terms and values, one per line; `isFine` for raw data and identifiers, which no decision depends on. */
export function Rows({ isFine = false, children }: { isFine?: boolean; children: ReactNode }) {
  return <dl className={classes('grid gap-2', isFine ? 'text-fine' : 'text-body')}>{children}</dl>
}

export type RowProps = {
  term: ReactNode
  children: ReactNode
  /** Secondary text below the value. */
  hint?: ReactNode
  tone?: 'plain' | 'warn' | 'block'
}

export function Row({ term, children, hint, tone = 'plain' }: RowProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
      <dt className="text-quiet">{term}</dt>
      {/* As wide as its line, so that it does not move when text comes late. */}
      <dd className={classes('grow text-end wrap-anywhere tabular-nums', tones[tone])}>
        {/* Numbers, pairs and minus signs keep their order in right-to-left languages. */}
        <bdi>{children}</bdi>
      </dd>
      {/* On a line of its own: a long hint must not push the value away from its term. */}
      {hint && <dd className="basis-full wrap-anywhere text-fine text-quiet tabular-nums">{hint}</dd>}
    </div>
  )
}

const tones = { plain: 'text-ink', warn: 'font-medium text-amber', block: 'font-medium text-red' }

/** A disclosure with further details. */
export function Details({ summary, isOpen = false, isLazy = false, isPlain = false, children }: DetailsProps) {
  const [wasOpened, setWasOpened] = useState(isOpen || !isLazy)
  return (
    <details
      open={isOpen}
      onToggle={() => setWasOpened(true)}
      className={classes('group', !isPlain && 'rounded-control border border-line')}
    >
      <summary className={classes(summaryShape, isPlain ? plainSummary : boxedSummary)}>
        <span className={isPlain ? 'min-w-0' : 'min-w-0 flex-1'}>{summary}</span>
        <Icon name="chevron" className="size-4 text-quiet transition-transform group-open:rotate-180" />
      </summary>
      <div className={isPlain ? 'pt-1' : 'border-t border-line p-3'}>{wasOpened && children}</div>
    </details>
  )
}

const summaryShape = 'flex list-none items-center text-fine font-medium [&::-webkit-details-marker]:hidden'
const boxedSummary = 'min-h-10 gap-2 rounded-control px-3 text-ink hover:bg-raised'
const plainSummary = 'min-h-10.5 w-fit gap-1 rounded-small text-quiet hover:text-ink'

type DetailsProps = {
  summary: ReactNode
  isOpen?: boolean
  /** Only its text, without a box: an aside to what is above it. */
  isPlain?: boolean
  /** Renders the content when it is first opened: it is expensive, or loads its own code. */
  isLazy?: boolean
  children: ReactNode
}
