import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { createStore } from 'zustand/vanilla'
import { usePoolReaders } from '../../../components/pools/usePoolLists'
import { useRefusalText } from '../../../components/refusal.messages'
import { useServices } from '../../../components/services'
import { useTokens } from '../../../components/tokens/useTokens'
import { takenAt } from '../../../domain/liquidity/deposit'
import { maxToleranceBps } from '../../../domain/liquidity/tolerance'
import { exactWithSymbol, percentText } from '../../../domain/text/figure'
import type { Token } from '../../../domain/token'
import { refOf, writeTokenRef } from '../../../domain/tokenPair'
import { readTypedPercent } from '../../../domain/typedNumber'
import type { Checked } from '../../../guard/check/checkedPlan'
import { noHistory } from '../../../guard/checkInputs'
import type { SwapIntent } from '../../../guard/intent'
import { judgedBounds } from '../../../preparation/judge/judgement'
import type { UnmanagedDeposit } from '../../../preparation/liquidity/depositRunner'
import { type PreparedSwap, prepareSwap } from '../../../preparation/prepareSwap'
import { CheckedPlanView } from '../../../signing/plan/CheckedPlanView'
import { Findings } from '../../../signing/plan/Findings'
import { useNames } from '../../../signing/plan/names'
import { Address } from '../../../ui/Address'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Checkbox } from '../../../ui/Choice'
import { Field, TextField, type TextFieldProps } from '../../../ui/Field'
import { Notice } from '../../../ui/Notice'
import { Row, Rows } from '../../../ui/Rows'
import { Select } from '../../../ui/Select'
import type { Wallets, WalletsState } from '../../../wallets/wallets'
import { PlanBounds } from '../bounds/PlanBounds'
import { ExportButton } from '../Export'
import {
  type DryRunForm,
  type DryRunFormError,
  dryRunIntent,
  readDryRunForm,
  readPastedIntent,
  strangeKindOf,
  writeDryRunForm,
} from './dryRunForm'
import { dryRunMessages as messages } from './messages'
import {
  checkPastedLiquidity,
  type PastedLiquidity,
  PasteProblem,
  readPastedLiquidity,
  type TriedLiquidity,
} from './pastedLiquidity'

type Outcome = TriedLiquidity | PreparedSwap

/** Prepares a swap for any address and shows the plan and its findings. Nothing is signed or sent. */
export default function DryRun() {
  const { tokens } = useTokens()
  const dryRun = useDryRun(tokens)
  const { question, liquidity, run, change } = dryRun
  return (
    <>
      <Card title={messages.title}>
        <form aria-label={messages.title} onSubmit={dryRun.ask} noValidate className="grid gap-4">
          <p className="text-fine text-quiet">{messages.hint}</p>
          <Paste tokens={tokens} onTake={dryRun.take} />
          {liquidity ? (
            <>
              <Notice
                action={
                  <Button size="small" onClick={dryRun.forgetLiquidity}>
                    {messages.swapInstead}
                  </Button>
                }
              >
                {messages.liquidity[liquidity.is]}
              </Notice>
              {liquidity.is !== 'plan' && liquidity.is !== 'intent' && (
                <div className="grid items-start gap-3 sm:grid-cols-2">
                  <TextField
                    label={messages.sender}
                    value={question.sender}
                    onChange={(sender) => change({ sender })}
                  />
                  <TextField
                    label={messages.tolerance}
                    value={dryRun.tolerance}
                    inputMode="decimal"
                    hint={messages.toleranceHint}
                    error={readPercent(dryRun.tolerance) === 'unreadable' && messages.errors.tolerance}
                    onChange={dryRun.setTolerance}
                  />
                </div>
              )}
            </>
          ) : (
            <SwapFields question={question} error={dryRun.error} tokens={tokens} onChange={change} />
          )}
          <div>
            <Button type="submit" kind="primary" isBusy={run.isPending}>
              {messages.run}
            </Button>
          </div>
          <p role="status" className="text-fine text-quiet">
            {run.isPending && messages.running}
          </p>
        </form>
      </Card>
      {run.error && (
        <Notice kind="warn" isLive title={messages.failed}>
          {run.error instanceof PasteProblem ? messages.problems[run.error.code] : run.error.message}
        </Notice>
      )}
      {run.data && <OutcomeOf run={run.data} tokens={tokens} />}
    </>
  )
}

/** The form of a dry run, kept in the address bar, and its last run. */
function useDryRun(tokens: readonly Token[]) {
  const services = useServices()
  const refusalText = useRefusalText()
  const readerOf = usePoolReaders()
  const [params, setParams] = useSearchParams()
  const question = readDryRunForm(params)
  const [error, setError] = useState<DryRunFormError>()
  const [liquidity, setLiquidity] = useState<PastedLiquidity>()
  /** Of a deposit or withdrawal, in percent; '' for the tolerance of the paste, or else the form's. */
  const [tolerance, setTolerance] = useState('')
  /** The pools of a network as the service lists them now. */
  const pools = async (network: string) => {
    const outcome = await services.client.pools(network)
    if (outcome.is === 'refused') throw new Error(refusalText(outcome.refusal))
    return readerOf(network).reader.read(outcome.answer.value)
  }
  const change = (part: Partial<DryRunForm>) => {
    setError(undefined)
    setParams((before) => writeDryRunForm({ ...readDryRunForm(before), ...part }), { replace: true })
  }

  /** Only the newest run is shown: one that takes long does not answer for what was pasted since. */
  const run = useMutation<Outcome, Error, { readonly intent?: SwapIntent; readonly toleranceBps: number | undefined }>({
    networkMode: 'always',
    mutationFn: async ({ intent, toleranceBps }) => {
      const { client, deployment, nodes, clock, wait } = services
      const deps = { deployment, nodes, wallets: nobody, clock, wait, tokens, history: async () => noHistory }
      if (intent) return prepareSwap(intent, client.swap, deps)
      const signer = { sender: question.sender.trim(), toleranceBps }
      return checkPastedLiquidity(liquidity!, signer, { ...deps, pools })
    },
  })

  /** A paste replaces the whole form, so that no field of an earlier paste remains. */
  const take = (pasted: Pasted) => {
    setError(undefined)
    run.reset()
    setTolerance('')
    setLiquidity(pasted.liquidity)
    setParams(writeDryRunForm({ ...readDryRunForm(new URLSearchParams()), ...pasted.form }), { replace: true })
  }

  const ask = (event: FormEvent) => {
    event.preventDefault()
    const toleranceBps = readPercent(tolerance)
    if (liquidity) return toleranceBps === 'unreadable' ? undefined : run.mutate({ toleranceBps })
    const intent = dryRunIntent(question, tokens)
    if (typeof intent === 'string') setError(intent)
    else run.mutate({ intent, toleranceBps: undefined })
  }

  const forgetLiquidity = () => {
    run.reset()
    setLiquidity(undefined)
  }
  return { question, error, run, liquidity, tolerance, change, take, ask, setTolerance, forgetLiquidity }
}

type SwapFieldsProps = {
  question: DryRunForm
  error: DryRunFormError | undefined
  tokens: readonly Token[]
  onChange: (part: Partial<DryRunForm>) => void
}

/** The parameters of a swap request. */
function SwapFields({ question, error, tokens, onChange }: SwapFieldsProps) {
  const field = (
    name: 'amount' | 'sender' | 'recipient' | 'slippage',
    rest?: Pick<TextFieldProps, 'isGrouped' | 'inputMode'>,
  ) => (
    <TextField
      label={messages[name]}
      value={question[name]}
      error={error === name && messages.errors[name]}
      onChange={(text) => onChange({ [name]: text })}
      {...rest}
    />
  )
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        {(['from', 'to'] as const).map((side) => (
          <TokenSelect
            key={side}
            label={messages[side]}
            value={question[side]}
            tokens={tokens}
            onChange={(ref) => onChange({ [side]: ref })}
          />
        ))}
        {field('amount', { isGrouped: true, inputMode: 'decimal' })}
        {field('sender')}
        {field('recipient')}
        {field('slippage', { inputMode: 'decimal' })}
      </div>
      <Checkbox
        label={messages.only}
        isChecked={question.isSwapOnly}
        onChange={(isSwapOnly) => onChange({ isSwapOnly })}
      />
      {(error === 'from' || error === 'to') && (
        <Notice kind="warn" isLive>
          {messages.errors[error]}
        </Notice>
      )}
    </>
  )
}

/** The result of the last run: a plan, or the reason for its absence. */
function OutcomeOf({ run, tokens }: { readonly run: Outcome; readonly tokens: readonly Token[] }) {
  const refusalText = useRefusalText()
  switch (run.is) {
    case 'refused':
      return (
        <Notice kind="warn" isLive title={messages.refused}>
          {refusalText(run.refusal)}
        </Notice>
      )
    case 'no plan':
      return (
        <Notice kind="block" isLive title={messages.noPlan}>
          <Findings findings={run.findings} />
        </Notice>
      )
    case 'nothing to sign':
      return <RequestedDeposit intent={run.intent} />
    case 'checked':
      return <Result {...run} tokens={tokens} />
  }
}

type ResultProps = {
  readonly checked: Checked
  readonly tokens: readonly Token[]
  readonly assumedToleranceBps?: number | undefined
}

function Result({ checked, tokens, assumedToleranceBps }: ResultProps) {
  const { plan, verdict, forecast, inputs } = checked
  const names = useNames(plan, tokens)
  const bounds = judgedBounds(plan, inputs.chains, checked)
  return (
    <Card
      title={messages.result}
      actions={<ExportButton what="dry run" content={() => ({ plan, verdict, forecast, bounds })} />}
    >
      <div className="grid gap-5">
        {assumedToleranceBps !== undefined && (
          <p className="text-fine text-quiet">{messages.assumed(percentText(assumedToleranceBps))}</p>
        )}
        <CheckedPlanView isOpen checked={checked} tokens={tokens} />
        <PlanBounds plan={plan} bounds={bounds} names={names} />
      </div>
    </Card>
  )
}

/** A deposit that the service makes itself. The tolerance does not reach it, so it is not shown. */
function RequestedDeposit({ intent }: { readonly intent: UnmanagedDeposit }) {
  const { pay, range, sqrtPriceX96, recipient } = intent
  const [one, other] = pay
  const taken = takenAt({ ...range, sqrtPriceX96, amount0: one.units, amount1: other.units })
  const listed = (units: readonly [bigint, bigint]) =>
    [
      { ...one, units: units[0] },
      { ...other, units: units[1] },
    ]
      .map(exactWithSymbol)
      .join(' · ')
  return (
    <Card title={messages.requested}>
      <div className="grid gap-5">
        <Notice isLive>{messages.nothingToSign}</Notice>
        <Rows>
          <Row term={messages.deposits}>{listed([one.units, other.units])}</Row>
          <Row term={messages.taken}>{listed([taken.amount0, taken.amount1])}</Row>
          <Row term={messages.range}>{messages.ticks(range.tickLower, range.tickUpper)}</Row>
          <Row term={messages.owner}>
            <Address value={recipient} />
          </Row>
        </Rows>
      </div>
    </Card>
  )
}

type Pasted = { readonly form?: Partial<DryRunForm>; readonly liquidity?: PastedLiquidity }

/** Tries liquidity first: a deposit request also names two tokens, and could be mistaken for a swap. */
function readPasted(text: string, tokens: readonly Token[]): Pasted | undefined {
  const liquidity = readPastedLiquidity(text)
  if (liquidity) return { liquidity }
  const form = readPastedIntent(text, tokens)
  return form && { form }
}

function Paste({ tokens, onTake }: { tokens: readonly Token[]; onTake: (pasted: Pasted) => void }) {
  const [text, setText] = useState('')
  const isStrange = text.trim() !== '' && !readPasted(text, tokens)
  const why = isStrange && messages.strange[strangeKindOf(text)]
  return (
    <Field label={messages.pasted} hint={messages.pastedHint} error={why}>
      {(control) => (
        <textarea
          {...control}
          rows={2}
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            const pasted = readPasted(target.value, tokens)
            if (pasted) onTake(pasted)
          }}
          className="w-full rounded-control border border-edge bg-sheet px-3 py-2 font-mono text-fine text-ink"
        />
      )}
    </Field>
  )
}

/** A typed percentage in basis points; `undefined` for none. */
function readPercent(text: string): number | 'unreadable' | undefined {
  const read = readTypedPercent(text)
  if (read.is === 'empty') return undefined
  return read.is === 'percent' && read.bps <= maxToleranceBps ? read.bps : 'unreadable'
}

type TokenSelectProps = { label: string; value: string; tokens: readonly Token[]; onChange: (ref: string) => void }

function TokenSelect({ label, value, tokens, onChange }: TokenSelectProps) {
  const options = tokens.map((token) => ({
    value: writeTokenRef(refOf(token)),
    label: messages.token(token.symbol, token.chain.name),
  }))
  const chosen = options.find((option) => option.value.toLowerCase() === value.toLowerCase())?.value ?? ''
  return (
    <Select
      label={label}
      value={chosen}
      options={[{ value: '', label: messages.choose }, ...options]}
      onChange={onChange}
    />
  )
}

/** No account is connected: a dry run is for any address. */
const nobody: Pick<Wallets, 'store'> = {
  store: createStore<WalletsState>(() => ({ at: 'ready', accounts: [], options: [] })),
}
