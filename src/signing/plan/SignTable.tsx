import { lazy, Suspense } from 'react'
import { addressUrl } from '../../components/accounts/explorer'
import { useServices } from '../../components/services'
import { isEvmStep, isPaymentStep, type Step } from '../../guard/plan'
import { Address } from '../../ui/Address'
import { CopyButton } from '../../ui/CopyButton'
import { classes } from '../../ui/classes'
import { ExternalLink } from '../../ui/ExternalLink'
import { Icon } from '../../ui/Icon'
import { useMessages } from '../../ui/messages'
import { Details, Row, Rows } from '../../ui/Rows'
import { Cell, HeaderCell, Table } from '../../ui/Table'
import { reviewMessages } from '../review/messages'
import { paymentSentences, sentencesOf } from './callSentences'
import { Findings } from './Findings'
import type { Names } from './names'
import type { SignRow } from './signRow'

/** Texts for Solana load only when needed. */
const SolanaInstructionList = lazy(() =>
  import('./SolanaInstructions').then(({ SolanaInstructions }) => ({ default: SolanaInstructions })),
)

/** Every transaction that the wallet will ask to sign: what it does, its findings, and its bytes. */
export function SignTable({ rows, names }: { rows: readonly SignRow[]; names: Names }) {
  const messages = useMessages(reviewMessages)
  return (
    <Table caption={messages.sign}>
      <thead className="sr-only">
        <tr>
          <HeaderCell>{messages.what}</HeaderCell>
          <HeaderCell>{messages.state}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.step.index} data-state={row.state} className="align-top">
            <Cell>
              <SignRowContent row={row} number={index + 1} names={names} />
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

function SignRowContent({ row, number, names }: { row: SignRow; number: number; names: Names }) {
  const messages = useMessages(reviewMessages)
  const { step, call, reading, findings } = row
  const sentences = call
    ? sentencesOf(call, step.chainId, names, messages)
    : isPaymentStep(step)
      ? paymentSentences(step, names, messages)
      : [messages.does.solana(names.chain(step.chainId))]
  const grave = findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
  return (
    <div className="grid gap-2">
      <div className="flex gap-2">
        <span className="text-quiet">{number}.</span>
        <div className="grid gap-1">
          {reading ? (
            <Suspense fallback={<Sentences said={sentences} />}>
              <SolanaInstructionList reading={reading} names={names} />
            </Suspense>
          ) : (
            <Sentences said={sentences} />
          )}
        </div>
      </div>
      <Findings findings={grave} />
      <Details summary={messages.details}>
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
  const messages = useMessages(reviewMessages)
  const { deployment } = useServices()
  const target = isEvmStep(step) ? step.to : undefined
  const link = target && addressUrl(deployment, step.chainId, target)
  return (
    <div className="grid gap-3">
      <Rows>
        <Row term={messages.chain}>{names.chain(step.chainId)}</Row>
        {target && (
          <Row term={messages.contract}>
            <code className="font-mono">{target}</code>
            {link && (
              <span className="ms-2">
                <ExternalLink href={link}>{messages.explorer}</ExternalLink>
              </span>
            )}
          </Row>
        )}
        {isEvmStep(step) && <Row term={messages.coins}>{names.amount(step.chainId, 'native', step.value)}</Row>}
        {call?.name && <Row term={messages.function}>{call.name}</Row>}
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

/** The raw bytes that are passed to the wallet. */
function Raw({ step }: { step: Step }) {
  const messages = useMessages(reviewMessages)
  const raw = rawOf(step)
  if (raw === undefined) return null
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-2 text-quiet">
        <span aria-hidden="true">
          {messages.raw(isEvmStep(step) ? (raw.length - 2) / 2 : Math.floor((raw.length * 3) / 4))}
        </span>
        <CopyButton text={raw} label={messages.copyRaw} />
      </div>
      <textarea
        readOnly
        rows={4}
        value={raw}
        aria-label={messages.rawData}
        className="w-full resize-y rounded-small bg-well p-2 font-mono text-fine text-ink"
      />
    </div>
  )
}

/** A payment by hand has no bytes: the person's own wallet makes them. */
function rawOf(step: Step): string | undefined {
  if (isEvmStep(step)) return step.data
  return isPaymentStep(step) ? step.toSign?.transaction : step.transaction
}

function State({ state }: { state: SignRow['state'] }) {
  const messages = useMessages(reviewMessages)
  const { icon, face } = faces[state]
  return (
    <span className={classes('inline-flex items-center gap-1.5 font-medium whitespace-nowrap', face)}>
      <Icon name={icon} className="size-4" />
      {messages.states[state]}
    </span>
  )
}

const faces = {
  matches: { icon: 'check', face: 'text-success' },
  look: { icon: 'warn', face: 'text-amber' },
  blocked: { icon: 'block', face: 'text-red' },
} as const
