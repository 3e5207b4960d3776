import type { PoolField } from '../../domain/pool'
import type { ReadPool } from '../../protocol/pools/poolReader'
import { Card } from '../../ui/Card'
import { useWords, type Wording } from '../../ui/messages'
import { Details } from '../../ui/Rows'
import { poolWords } from './messages'

type Words = Wording<typeof poolWords.english>

const names = [
  'address',
  'name',
  'protocol',
  'feePpm',
  'tickSpacing',
  'tick',
  'sqrtPriceX96',
  'price',
  'liquidity',
  'amount0',
  'amount1',
  'tvl',
  'volume',
  'fees',
  'totalVolume',
  'totalFees',
  'apr',
  'communityFee',
  'isMeme',
  'positionManager',
  'createdAt',
  'updatedAt',
  'hourlyAt',
] as const

/** Every figure as it was understood, beside where it stands and why it was read so. */
export function Understood({ pool }: { pool: ReadPool }) {
  const words = useWords(poolWords)
  return (
    <Card title={words.understood}>
      <p className="mb-3 text-fine text-quiet">{words.understoodHint}</p>
      <dl className="grid text-fine">
        {names.map((name) => (
          <Reading key={name} name={words.names[name]} figure={pool[name]} isTime={name.endsWith('At')} words={words} />
        ))}
      </dl>
      {pool.unknown.length > 0 && (
        <div className="mt-4">
          <Details summary={words.unread(pool.unknown.length)}>
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

type ReadingProps = {
  readonly name: string
  readonly figure: PoolField<string | number | bigint | boolean>
  readonly isTime: boolean
  readonly words: Words
}

function Reading({ name, figure, isTime, words }: ReadingProps) {
  return (
    <div
      data-figure={figure.is}
      className="grid gap-x-4 border-b border-line py-1.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      <dt className="text-quiet">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">
        {figure.is === 'missing' && <span className="text-quiet italic">{words.notTold}</span>}
        {figure.is === 'unclear' && (
          <span className="text-amber">
            {words.unclear}: <bdi>{figure.raw}</bdi>
          </span>
        )}
        {figure.is === 'known' && (
          <bdi className="text-ink tabular-nums">
            {isTime ? new Date(Number(figure.value)).toISOString() : String(figure.value)}
          </bdi>
        )}
        {figure.is !== 'missing' && (
          <span className="block text-quiet">
            <code className="font-mono">{figure.path}</code> · {figure.reason}
            {figure.is === 'known' && ` · ${words.certainty[figure.certainty]}`}
          </span>
        )}
      </dd>
    </div>
  )
}
