import { lazy, Suspense } from 'react'
import { addressUrl } from '../../components/accounts/explorer'
import { useServices } from '../../components/services'
import type { Step } from '../../guard/plan'
import { Address } from '../../ui/Address'
import { CopyButton } from '../../ui/CopyButton'
import { classes } from '../../ui/classes'
import { ExternalLink } from '../../ui/ExternalLink'
import { Icon } from '../../ui/Icon'
import { useWords } from '../../ui/messages'
import { Details, Row, Rows } from '../../ui/Rows'
import { Cell, Head, Table } from '../../ui/Table'
import { reviewWords } from '../review/messages'
import { paymentSentences, sentencesOf } from './callSentences'
import { Findings } from './Findings'
import type { Names } from './names'
import type { SignRow } from './signRow'

/** Words for Solana come with Solana. */
const SolanaDeed = lazy(() => import('./SolanaInstructions').then(({ SolanaDeed }) => ({ default: SolanaDeed })))

/** Every transaction the wallet will ask about: what it does, whether it is what was asked, and its bytes. */
export function SignTable({ rows, names }: { rows: readonly SignRow[]; names: Names }) {
  const words = useWords(reviewWords)
  return (
    <Table caption={words.sign}>
      <thead>
        <tr>
          <Head>{words.what}</Head>
          <Head>{words.state}</Head>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={row.step.index} data-state={row.state} className="align-top">
            <Cell>
              <Deed row={row} place={place + 1} names={names} />
            </Cell>
            <Cell>
              <State state={row.state} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Deed({ row, place, names }: { row: SignRow; place: number; names: Names }) {
  const words = useWords(reviewWords)
  const { step, call, reading, findings } = row
  const sentences = call
    ? sentencesOf(call, step.chainId, names, words)
    : step.kind === 'bitcoin'
      ? paymentSentences(step, names, words)
      : [words.does.solana(names.chain(step.chainId))]
  const grave = findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
  return (
    <div className="grid gap-2">
      <div className="flex gap-2">
        <span className="text-quiet">{place}.</span>
        <div className="grid gap-1">
          {reading ? (
            <Suspense fallback={<Sentences said={sentences} />}>
              <SolanaDeed reading={reading} names={names} />
            </Suspense>
          ) : (
            <Sentences said={sentences} />
          )}
        </div>
      </div>
      <Findings findings={grave} />
      <Details summary={words.details}>
        <StepDetails row={row} names={names} />
      </Details>
    </div>
  )
}

function Sentences({ said }: { said: readonly string[] }) {
  return said.map((sentence) => (
    <p key={sentence} className="wrap-anywhere">
      {sentence}
    </p>
  ))
}

function StepDetails({ row: { step, call }, names }: { row: SignRow; names: Names }) {
  const words = useWords(reviewWords)
  const { deployment } = useServices()
  const target = step.kind === 'evm' ? step.to : undefined
  const link = target && addressUrl(deployment, step.chainId, target)
  return (
    <div className="grid gap-3">
      <Rows>
        <Row term={words.chain}>{names.chain(step.chainId)}</Row>
        {target && (
          <Row term={words.contract}>
            <code className="font-mono">{target}</code>
            {link && (
              <span className="ms-2">
                <ExternalLink href={link}>{words.explorer}</ExternalLink>
              </span>
            )}
          </Row>
        )}
        {step.kind === 'evm' && <Row term={words.coins}>{names.amount(step.chainId, 'native', step.value)}</Row>}
        {call?.name && <Row term={words.function}>{call.name}</Row>}
        {call?.fields.map(({ name, type, text }) => (
          <Row key={name} term={<span title={type}>{name}</span>}>
            {type === 'address' ? <Address value={text} /> : <span className="font-mono">{text}</span>}
          </Row>
        ))}
      </Rows>
      <Raw step={step} />
    </div>
  )
}

/** The very bytes, as they will be handed to the wallet. */
function Raw({ step }: { step: Step }) {
  const words = useWords(reviewWords)
  if (step.kind === 'bitcoin') return null
  const raw = step.kind === 'evm' ? step.data : step.transaction
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-2 text-quiet">
        <span aria-hidden="true">
          {words.raw(step.kind === 'evm' ? (raw.length - 2) / 2 : Math.floor((raw.length * 3) / 4))}
        </span>
        <CopyButton text={raw} label={words.copyRaw} />
      </div>
      <textarea
        readOnly
        rows={4}
        value={raw}
        aria-label={words.rawData}
        className="w-full resize-y rounded-small bg-well p-2 font-mono text-fine text-ink"
      />
    </div>
  )
}

function State({ state }: { state: SignRow['state'] }) {
  const words = useWords(reviewWords)
  const { icon, face } = faces[state]
  return (
    <span className={classes('inline-flex items-center gap-1.5 font-medium whitespace-nowrap', face)}>
      <Icon name={icon} className="size-4" />
      {words.states[state]}
    </span>
  )
}

const faces = {
  matches: { icon: 'check', face: 'text-tide' },
  look: { icon: 'warn', face: 'text-amber' },
  blocked: { icon: 'block', face: 'text-red' },
} as const
