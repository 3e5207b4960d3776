import { Link } from 'wouter'
import { useMessages } from '../../../ui/messages'
import { poolsMessages } from '../messages'
import { poolTradesOf } from '../poolTrades'
import type { PoolRowModel } from './poolRows'

/** To trade in the pool, in the row under the pointer, over the line of past prices and no figure. By keyboard and on touch screens the menu next to it has the same. */
export default function RowTrades({ row: { pool, chain, pair } }: { row: PoolRowModel }) {
  const messages = useMessages(poolsMessages)
  const { swap, addLiquidity } = poolTradesOf(pool, chain)
  return (
    <span className="absolute end-12 top-0 flex h-full items-center gap-1 bg-well pointer-coarse:hidden">
      {[
        { href: swap, name: messages.swap },
        { href: addLiquidity, name: messages.add },
      ].map(
        ({ href, name }) =>
          href && (
            <Link key={name} href={href} tabIndex={-1} aria-label={messages.tradeIn(name, pair)} className={tradeLink}>
              {name}
            </Link>
          ),
      )}
    </span>
  )
}

const tradeLink =
  'rounded-control border border-line bg-sheet px-2 py-1 text-fine font-medium text-ink hover:border-edge hover:bg-raised'
