import { useServices } from '../../components/services'
import { chainKinds } from '../../domain/chainKinds'
import { percentText } from '../../domain/text/figure'
import type { Token } from '../../domain/token'
import { type Checked, isCheckedSwap } from '../../guard/check/checkedPlan'
import { destinationChainOf, sourceChainOf } from '../../guard/intent'
import type { AnyPlan } from '../../guard/plan'
import { blocksOf, isGreen, type Verdict } from '../../guard/verdict'
import { Icon } from '../../ui/Icon'
import { useMessages } from '../../ui/messages'
import { Notice, type NoticeKind } from '../../ui/Notice'
import { Details } from '../../ui/Rows'
import { type ReviewMessages, reviewMessages } from '../review/messages'
import { costText, impactIn } from '../review/swapFigures'
import { FindingItem, Findings, keyOf } from './Findings'
import { ForecastRegion } from './ForecastRegion'
import { useNames } from './names'
import { SignTable } from './SignTable'
import { bySeverity, signRowsOf } from './signRow'

type CheckedPlanViewProps = {
  readonly checked: Checked
  readonly tokens: readonly Token[]
  /** Shows what every step does, and the forecast, without a press. */
  readonly isOpen?: boolean
}

/**
 * The verdict, the transactions to sign, the forecast with the place of the money after each step, and all checks. The
 * reasons why a plan is blocked come before what it would do.
 */
export function CheckedPlanView({ checked, tokens, isOpen = false }: CheckedPlanViewProps) {
  const messages = useMessages(reviewMessages)
  const { deployment } = useServices()
  const { plan, verdict } = checked
  const names = useNames(plan, tokens)
  const isBlocked = verdict.level === 'blocked'
  return (
    <>
      <VerdictNotice checked={checked} />
      {isBlocked && <Checks verdict={verdict} />}
      <section className="grid gap-2">
        <SignTable rows={signRowsOf(plan, verdict, deployment.chains, checked.solana)} names={names} isOpen={isOpen} />
        {plan.assertion && <p className="text-fine text-quiet">{messages.together}</p>}
      </section>
      <ForecastRegion checked={checked} names={names} cost={costText(checked, tokens, names)} isOpen={isOpen} />
      {!isBlocked && <Checks verdict={verdict} />}
    </>
  )
}

/** The verdict as one expandable line. Green means only that the plan matches the request, at a price near the market's. */
function VerdictNotice({ checked }: { checked: Checked }) {
  const messages = useMessages(reviewMessages)
  const { plan, verdict } = checked
  const { level } = verdict
  const blocks = blocksOf(verdict)
  // The plan matches the request but would fail now: only the check of a reverted simulation blocks it.
  const isFailing = blocks.length > 0 && blocks.every(({ code, kind }) => code === 'V-030' && kind === 'reverts')
  const impact = isGreen(verdict) && isCheckedSwap(checked) ? impactIn(checked) : undefined
  const isCostly = impact?.is === 'known' && impact.level !== 'none' && impact.level !== 'mild'
  const title = isCostly ? messages.costly(percentText(impact.bps)) : messages.verdict[level]
  const isEnforcedDeposit = level === 'enforced' && plan.intent.kind !== 'swap'
  const note = messages.verdictNote[isFailing ? 'wouldFail' : isEnforcedDeposit ? 'enforcedDeposit' : level]
  const promise = promiseOf(plan, messages)
  return (
    <Notice kind={isCostly ? 'warn' : kinds[level]} isLive>
      <details open={level === 'blocked'} className="group">
        <summary className="flex min-h-6 list-none items-center gap-2 rounded-small text-ink [&::-webkit-details-marker]:hidden">
          <span className="flex flex-wrap gap-x-2">
            <strong>{isFailing ? messages.wouldFail : title}</strong>{' '}
            {blocks.length > 0 && <span className="text-text tabular-nums">{messages.failed(blocks.length)}</span>}
          </span>
          <Icon name="chevron" className="ms-auto size-4 transition-transform group-open:rotate-180" />
        </summary>
        <p className="pt-1">{note}</p>
      </details>
      {promise && <p className="pt-1">{promise}</p>}
    </Notice>
  )
}

function promiseOf({ intent }: AnyPlan, messages: ReviewMessages): string | undefined {
  const [home, target] = [sourceChainOf(intent), destinationChainOf(intent)]
  if (home.chainId === target.chainId) return undefined
  return chainKinds[home.kind].isPaidByHand ? messages.promiseAlone(target.name) : messages.promise
}

const kinds: Readonly<Record<Verdict['level'], NoticeKind>> = {
  enforced: 'ok',
  proven: 'ok',
  tried: 'warn',
  blocked: 'block',
  unchecked: 'warn',
}

/** All checks: warnings and blocks first; notes and passed checks are one line each. */
function Checks({ verdict }: { verdict: Verdict }) {
  const messages = useMessages(reviewMessages)
  const sorted = bySeverity(verdict.findings)
  const notable = sorted.filter(({ severity }) => severity === 'warn' || severity === 'block')
  return (
    <section className="grid gap-2">
      {notable.length > 0 && <h3 className="text-body">{messages.checks}</h3>}
      <ul aria-label={messages.checks} className="grid gap-1.5 text-fine">
        {notable.map((finding) => (
          <FindingItem key={keyOf(finding)} finding={finding} />
        ))}
        {(['info', 'ok'] as const).map((kind) => {
          const findings = sorted.filter(({ severity }) => severity === kind)
          if (findings.length === 0) return null
          return (
            <li key={kind} data-severity={kind}>
              <Details summary={(kind === 'info' ? messages.notes : messages.passed)(findings.length)} isPlain>
                <Findings findings={findings} />
              </Details>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
