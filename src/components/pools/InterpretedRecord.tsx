import type { PoolField } from '../../domain/pools/pool'
import type { ReadPool } from '../../protocol/pools/poolReader'
import { Card } from '../../ui/Card'
import { useMessages } from '../../ui/messages'
import { Details } from '../../ui/Rows'
import { poolMessages } from './messages'

const names = Object.keys(poolMessages.english.names) as (keyof typeof poolMessages.english.names)[] // in this order

/** Every figure as interpreted, with its path and why it was read that way. */
export function InterpretedRecord({ pool }: { pool: ReadPool }) {
  const messages = useMessages(poolMessages)
  return (
    <Card title={messages.understood}>
      <p className="mb-3 text-fine text-quiet">{messages.understoodHint}</p>
      <dl className="grid text-fine">
        {names.map((name) => {
          const figure: PoolField<string | number | bigint | boolean> = pool[name]
          return (
            <div
              key={name}
              data-figure={figure.is}
              className="grid gap-x-4 border-b border-line py-1.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
            >
              <dt className="text-quiet">{messages.names[name]}</dt>
              <dd className="min-w-0 wrap-anywhere">
                {figure.is === 'missing' && <span className="text-quiet italic">{messages.notReported}</span>}
                {figure.is === 'unclear' && (
                  <span className="text-amber">
                    {messages.unclear}: <bdi>{figure.raw}</bdi>
                  </span>
                )}
                {figure.is === 'known' && (
                  <bdi className="text-ink tabular-nums">
                    {name.endsWith('At') ? new Date(Number(figure.value)).toISOString() : String(figure.value)}
                  </bdi>
                )}
                {figure.is !== 'missing' && (
                  <span className="block text-quiet">
                    <code className="font-mono">{figure.path}</code> · {figure.reason}
                    {figure.is === 'known' && ` · ${messages.certainty[figure.certainty]}`}
                  </span>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      {pool.unknown.length > 0 && (
        <div className="mt-4">
          <Details summary={messages.unread(pool.unknown.length)}>
            <ul className="grid gap-1 text-fine">
              {pool.unknown.map((path) => (
                <li key={path}>
                  <code className="font-mono wrap-anywhere">{path}</code>
                </li>
              ))}
            </ul>
          </Details>
        </div>
      )}
    </Card>
  )
}
