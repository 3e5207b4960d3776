import { type ReactNode, useMemo, useState } from 'react'
import { activityMessages } from '../../../components/orders/messages'
import { summarizeOrder } from '../../../components/orders/orderSummary'
import { orderTitle } from '../../../components/orders/orderTitle'
import { type Bundle, readBundle, readExportedHistory } from '../../../components/orders/supportBundle'
import { InterpretedRecord } from '../../../components/pools/InterpretedRecord'
import { Changes, MomentComparison, Sparklines } from '../../../components/pools/PoolMoments'
import { type PoolBundle, readPoolBundle } from '../../../components/pools/poolBundle'
import { type PoolHistoryFile, readPoolHistoryFile } from '../../../components/pools/poolHistoryFile'
import { recordChanges } from '../../../components/pools/poolPaths'
import { pairLabel } from '../../../components/pools/poolToken'
import { RawRecord } from '../../../components/pools/RawRecord'
import { SelfChecks } from '../../../components/pools/SelfChecks'
import { usePoolReaders } from '../../../components/pools/usePoolLists'
import { useServices } from '../../../components/services'
import { useTokens } from '../../../components/tokens/useTokens'
import { dateTimeText } from '../../../domain/text/dateText'
import { isRequested, type Order } from '../../../orders/order'
import type { StoredOrder } from '../../../orders/store/orderCodec'
import { judgedBounds } from '../../../preparation/judge/judgement'
import { Findings } from '../../../signing/plan/Findings'
import { useNames } from '../../../signing/plan/names'
import { SignTable } from '../../../signing/plan/SignTable'
import { signRowsOf } from '../../../signing/plan/signRow'
import { requestMessages } from '../../../signing/progress/request.messages'
import { StepList } from '../../../signing/progress/StepList'
import { Timeline } from '../../../signing/progress/Timeline'
import { Card } from '../../../ui/Card'
import { Field } from '../../../ui/Field'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Details, Row, Rows } from '../../../ui/Rows'
import { DataTable } from '../../../ui/Table'
import { PlanBounds } from '../bounds/PlanBounds'
import DryRun from '../dryRun/DryRun'
import { useScrollToPart } from '../useScrollToPart'
import { type ExportedTable, readExportedTable } from './exportedTable'
import { LiquidityReplay } from './LiquidityReplay'
import { replayMessages as messages } from './messages'

/** A case of someone else: the records of their browser, and the result of the same request now. */
export default function ReplayAndDryRun() {
  useScrollToPart()
  return (
    <>
      <Replay />
      <div id="dry-run" className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-5">
        <DryRun />
      </div>
    </>
  )
}

/** Shows a support bundle, or an exported history, as its maker saw it. Sends no request and stores nothing. */
export function Replay() {
  const [text, setText] = useState('')
  const opened = useMemo(() => openedFile(text), [text])
  const [isTooLarge, setTooLarge] = useState(false)
  const isStrange = text.trim() !== '' && !opened
  const open = async (file: File | undefined) => {
    setTooLarge(file !== undefined && file.size > largest)
    setText(file === undefined || file.size > largest ? '' : await file.text())
  }
  return (
    <>
      <Card title={messages.title}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p className="text-fine text-quiet">{messages.hint}</p>
          <Field label={messages.file} error={isTooLarge && messages.tooLarge(largest / 1_000_000)}>
            {(control) => (
              <input
                {...control}
                type="file"
                accept=".json,application/json,.csv,text/csv"
                onChange={({ target }) => void open(target.files?.[0])}
                className="w-full text-fine text-ink file:me-3 file:min-h-10 file:rounded-control file:border file:border-line file:bg-sheet file:px-4 file:text-ink"
              />
            )}
          </Field>
          <Field label={messages.paste} error={isStrange && messages.strange}>
            {(control) => (
              <textarea
                {...control}
                rows={3}
                spellCheck={false}
                value={text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}
                onChange={({ target }) => setText(target.value)}
                className="w-full rounded-control border border-edge bg-sheet px-3 py-2 font-mono text-fine text-ink"
              />
            )}
          </Field>
        </div>
      </Card>
      {opened}
    </>
  )
}

/** A file that Activity or a page of a pool exported; `undefined` for any other text. */
function openedFile(text: string): ReactNode {
  const bundle = readBundle(text)
  if (bundle) return <OrdersReplay orders={bundle.orders} bundle={bundle} />
  const pool = readPoolBundle(text)
  if (pool) return <PoolReplay bundle={pool} />
  const past = readPoolHistoryFile(text)
  if (past) return <PoolHistoryReplay past={past} />
  const table = readExportedTable(text)
  if (table) return <TableReplay table={table} />
  const history = readExportedHistory(text)
  return history && <OrdersReplay orders={history} />
}

/** The most characters that can be pasted; larger bundles are opened as files. */
const maxShown = 20_000
/** Bytes; no bundle of ours comes near it, and a hostile one must not freeze the page. */
const largest = 20_000_000
/** The most orders that are rendered. */
const maxOrders = 50

/** An exported history, unlike a bundle, does not contain the place and time of its export. */
function OrdersReplay({ orders, bundle }: { orders: readonly StoredOrder[]; bundle?: Bundle }) {
  return (
    <>
      <Card title={messages.orders(orders.length)}>
        {bundle ? (
          <Rows isFine>
            <Row term={messages.made(timeText(bundle.made), bundle.deployment)}>
              {bundle.isMasked && messages.masked}
            </Row>
            <Row term={messages.browser}>{bundle.browser}</Row>
          </Rows>
        ) : (
          <p className="text-fine">{messages.exported}</p>
        )}
      </Card>
      {orders.length > maxOrders && <Notice>{messages.onlyFirst(maxOrders)}</Notice>}
      {orders.slice(0, maxOrders).map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries that cannot be read have nothing but their place.
        <Reported key={index} entry={entry} />
      ))}
    </>
  )
}

/** The rows of a CSV file: paid and received amounts, without steps. */
function TableReplay({ table: { columns, rows } }: { table: ExportedTable }) {
  return (
    <Card title={messages.rows(rows.length)}>
      <div className="grid gap-4">
        <p className="text-fine text-quiet">{messages.csvHint}</p>
        {rows.length > maxRows && <Notice>{messages.onlyFirstRows(maxRows)}</Notice>}
        <DataTable
          caption={messages.csv}
          height="max-h-96"
          rows={[...rows.slice(0, maxRows).entries()]}
          keyOf={([line]) => line}
          columns={columns.map((head, place) => ({
            head,
            cell: ([, cells]) => <bdi className="inline-block max-w-64 wrap-anywhere">{cells[place]}</bdi>,
          }))}
        />
      </div>
    </Card>
  )
}

/** The most rows of a CSV file that are rendered. */
const maxRows = 200

function PoolHistoryReplay({ past: { network, pool, moments } }: { past: PoolHistoryFile }) {
  return (
    <Card title={messages.poolHistory(network)}>
      <div className="grid gap-4">
        <Rows isFine>
          <Row term={messages.poolOf}>
            <bdi className="wrap-anywhere">{pool}</bdi>
          </Row>
          <Row term={messages.moments}>{moments.length}</Row>
        </Rows>
        <Sparklines moments={moments} />
        {moments.length > 1 && <MomentComparison moments={moments} />}
      </div>
    </Card>
  )
}

function Reported({ entry }: { entry: StoredOrder }) {
  if (entry.is === 'unreadable') return <Notice kind="warn">{messages.unreadable(entry.why)}</Notice>
  if (entry.is === 'newer') return <Notice kind="warn">{messages.newer}</Notice>
  return <OrderReplay order={entry.order} />
}

function OrderReplay({ order }: { order: Order }) {
  const activity = useMessages(activityMessages)
  const words = useMessages(requestMessages)
  const { deployment } = useServices()
  const { tokens } = useTokens()
  const { plan } = order
  const names = useNames(plan, tokens)
  const notes = plan.notes ?? []
  const verdict = { level: 'unchecked', findings: notes } as const
  return (
    <Card title={messages.order(orderTitle(summarizeOrder(order), activity))}>
      <div className="grid gap-5">
        <Rows isFine>
          <Row term={messages.opened}>{timeText(order.openedAt)}</Row>
          <Row term={messages.changedAt}>{timeText(order.changedAt)}</Row>
          <Row term={messages.status}>
            {isRequested(order)
              ? activity.request[order.request.progress.at]
              : activity.phase[summarizeOrder(order).phase]}
          </Row>
          {order.blocked && <Row term={messages.blocked}>{order.blocked}</Row>}
          <Row term={messages.sender}>{plan.intent.sender}</Row>
          <Row term={messages.recipient}>{plan.intent.recipient}</Row>
        </Rows>
        <LiquidityReplay order={order} />
        {order.request && (
          <Rows isFine>
            <Row term={words.request}>
              <code className="font-mono text-fine wrap-anywhere">{order.request.body}</code>
            </Row>
          </Rows>
        )}
        <StepList order={order} />
        <section className="grid gap-2">
          <h3 className="text-body">{activity.timeline}</h3>
          <Timeline order={order} />
        </section>
        <PlanBounds plan={plan} bounds={judgedBounds(plan, deployment.chains)} names={names} />
        <Details summary={messages.signed}>
          <SignTable isOpen rows={signRowsOf(plan, verdict, deployment.chains)} names={names} />
        </Details>
        {notes.length > 0 && (
          <Details summary={messages.notes}>
            <Findings findings={notes} />
          </Details>
        )}
      </div>
    </Card>
  )
}

function PoolReplay({ bundle }: { bundle: PoolBundle }) {
  const readerOf = usePoolReaders()
  const [pool] = useMemo(
    () => readerOf(bundle.network).reader.read({ records: [bundle.record], keys: undefined }),
    [bundle, readerOf],
  )
  const lines = useMemo(() => (bundle.before ? recordChanges(bundle.before, bundle.record) : undefined), [bundle])
  if (!pool) return null
  return (
    <>
      <Card title={`${messages.pool(bundle.network)}: ${pairLabel(pool)}`}>
        <div className="grid gap-2 text-fine">
          <p>{messages.made(timeText(bundle.made), bundle.deployment)}</p>
          <p>{messages.saidAt(timeText(bundle.saidAt))}</p>
        </div>
      </Card>
      <SelfChecks pool={pool} />
      <Card title={messages.changed}>
        {lines ? (
          <Changes caption={messages.changed} lines={lines} />
        ) : (
          <p className="text-fine text-quiet">{messages.noBefore}</p>
        )}
      </Card>
      <RawRecord pool={pool} />
      <InterpretedRecord pool={pool} />
    </>
  )
}

function timeText(at: number | string): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? String(at) : dateTimeText(time.getTime())
}
