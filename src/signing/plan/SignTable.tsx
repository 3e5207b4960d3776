import { lazy, Suspense } from 'react'
import { addressUrl } from '../../components/accounts/explorerLinks'
import { useServices } from '../../components/services'
import { addressKey } from '../../domain/address'
import { amountFigure, figureText } from '../../domain/text/figure'
import { isPaymentStep, type Step } from '../../guard/plan'
import { Address } from '../../ui/Address'
import { CopyButton } from '../../ui/CopyButton'
import { classes } from '../../ui/classes'
import { ExternalLink } from '../../ui/ExternalLink'
import { Icon } from '../../ui/Icon'
import { useMessages } from '../../ui/messages'
import { Details, Row, Rows } from '../../ui/Rows'
import { Cell, HeaderCell, Table } from '../../ui/Table'
import { type ReviewMessages, reviewMessages } from '../review/messages'
import { paymentSentences, sentencesOf } from './callSentences'
import { Findings } from './Findings'
import { isUnlimited, type Names } from './names'
import type { SignRow } from './signRow'

/** Texts for Solana load only when needed. */
const SolanaInstructionList = lazy(() => import('./SolanaInstructions'))

type SignTableProps = {
  rows: readonly SignRow[]
  names: Names
  /** Shows what every step does without a press. */
  isOpen?: boolean
}

/** Every transaction that the wallet will ask to sign, one line each: its effect, findings and bytes are behind it. */
export function SignTable({ rows, names, isOpen = false }: SignTableProps) {
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
              <SignRowContent row={row} number={index + 1} names={names} next={rows[index + 1]?.step} isOpen={isOpen} />
            </Cell>
            <Cell>
              <span className="flex min-h-10.5 items-center justify-end">
                <State state={row.state} />
              </span>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

type SignRowContentProps = Required<Omit<SignTableProps, 'rows'>> & {
  row: SignRow
  number: number
  next: Step | undefined
}

/** A step that needs a look, and a payment by hand, are read without a press. */
function SignRowContent({ row, number, names, next, isOpen }: SignRowContentProps) {
  const messages = useMessages(reviewMessages)
  const { step, does, state, call, reading, findings } = row
  const sentences = [
    ...(call ? sentencesOf(call, step.chainId, names, messages) : stepSentences(step, names, messages)),
    ...resetReason(step, next, names, messages),
  ]
  const grave = findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
  const title = (
    <span className="flex gap-2">
      <span className="text-quiet">{number}</span>
      <span className="text-ink">{messages.stepTitle[does](approvedIn(step, names))}</span>
    </span>
  )
  return (
    <Details summary={title} isPlain isOpen={isOpen || state !== 'matches' || isPaymentStep(step)}>
      <div className="grid gap-3">
        <div className="grid gap-1">
          {reading ? (
            <Suspense fallback={<Sentences said={sentences} />}>
              <SolanaInstructionList reading={reading} names={names} />
            </Suspense>
          ) : (
            <Sentences said={sentences} />
          )}
        </div>
        <Findings findings={grave} />
        <Details summary={messages.details}>
          <StepDetails row={row} names={names} />
        </Details>
      </div>
    </Details>
  )
}

/** The amount or token of an approval, written like the sums above; all digits are in its sentence. '' for other steps. */
function approvedIn({ purpose, chainId }: Step, names: Names): string {
  if (purpose.does === 'approve') {
    const { token, amount } = purpose
    const listed = names.listed(chainId, token)
    return listed && !isUnlimited(amount)
      ? `${figureText(amountFigure({ token: listed, units: amount }, { rounding: 'up' }))} ${listed.symbol}`
      : names.amount(chainId, token, amount)
  }
  return purpose.does === 'reset' ? names.token(chainId, purpose.token) : ''
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
  const { target, coins, raw } = partsOf(step)
  const link = target && addressUrl(deployment, step.chainId, target)
  return (
    <div className="grid gap-3">
      <Rows isFine>
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
        {coins !== undefined && <Row term={messages.coins}>{names.amount(step.chainId, 'native', coins)}</Row>}
        {call?.name && (
          <Row term={messages.function}>
            <span translate="no">{call.name}</span>
          </Row>
        )}
        {call?.fields.map(({ name, type, text }) => (
          <Row
            key={name}
            term={
              <span translate="no" title={type}>
                {name}
              </span>
            }
          >
            {type === 'address' ? <Address value={text} /> : <span className="font-mono">{text}</span>}
          </Row>
        ))}
      </Rows>
      {raw && <RawBytes {...raw} />}
    </div>
  )
}

type Raw = { readonly text: string; readonly bytes: number }

/** The raw bytes that are passed to the wallet. */
function RawBytes({ text, bytes }: Raw) {
  const messages = useMessages(reviewMessages)
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-2 text-quiet">
        <span aria-hidden="true">{messages.raw(bytes)}</span>
        <CopyButton text={text} label={messages.copyRaw} />
      </div>
      <textarea
        readOnly
        rows={4}
        value={text}
        aria-label={messages.rawData}
        className="w-full resize-y rounded-small bg-well p-2 font-mono text-fine text-ink"
      />
    </div>
  )
}

/** Why an approval is revoked first: tokens like USDT refuse a new one while the old one remains. */
function resetReason(
  { purpose, chainId }: Step,
  next: Step | undefined,
  names: Names,
  { does }: ReviewMessages,
): readonly string[] {
  if (purpose.does !== 'reset' || next?.purpose.does !== 'approve') return []
  const isSame = addressKey(next.purpose.token) === addressKey(purpose.token)
  return isSame ? [does.resetFirst(names.token(chainId, purpose.token))] : []
}

/** The effect of a step in words; none for EVM steps, whose decoded calls are shown. */
function stepSentences(step: Step, names: Names, messages: ReviewMessages): readonly string[] {
  switch (step.kind) {
    case 'evm':
      return []
    case 'solana':
      return [messages.does.solana(names.chain(step.chainId))]
    case 'bitcoin':
      return paymentSentences(step, names, messages)
  }
}

/** The contract that a step calls, the native coins sent along, and the bytes. A payment by hand has none of these. */
function partsOf(step: Step): { readonly target?: string; readonly coins?: bigint; readonly raw?: Raw } {
  switch (step.kind) {
    case 'evm':
      return { target: step.to, coins: step.value, raw: { text: step.data, bytes: (step.data.length - 2) / 2 } }
    case 'solana':
      return { raw: fromBase64(step.transaction) }
    case 'bitcoin':
      return step.toSign ? { raw: fromBase64(step.toSign.transaction) } : {}
  }
}

function fromBase64(text: string): Raw {
  return { text, bytes: Math.floor((text.length * 3) / 4) }
}

function State({ state }: { state: SignRow['state'] }) {
  const messages = useMessages(reviewMessages)
  const { icon, face } = faces[state]
  return (
    <span className={classes('inline-flex items-center gap-1.5 font-medium whitespace-nowrap', face)}>
      <Icon name={icon} className="size-4" />
      <span className={state === 'matches' ? 'sr-only' : ''}>{messages.states[state]}</span>
    </span>
  )
}

const faces = {
  matches: { icon: 'check', face: 'text-success' },
  look: { icon: 'warn', face: 'text-amber' },
  blocked: { icon: 'block', face: 'text-red' },
} as const
