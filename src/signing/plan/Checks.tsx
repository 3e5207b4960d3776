import type { ReactNode } from 'react'
import { chainKinds } from '../../domain/chainKinds'
import { percentText } from '../../domain/text/figure'
import { destinationChainOf, type Intent, sourceChainOf } from '../../guard/intent'
import type { Plan } from '../../guard/plan'
import { blocksOf, isGreen, type Verdict } from '../../guard/verdict'
import { Icon } from '../../ui/Icon'
import { useMessages } from '../../ui/messages'
import { Notice, type NoticeKind } from '../../ui/Notice'
import { Details } from '../../ui/Rows'
import { type ReviewMessages, reviewMessages } from '../review/messages'
import { FindingItem, Findings, keyOf } from './Findings'
import { bySeverity } from './signRow'

type VerdictNoticeProps = {
  verdict: Verdict
  /** Shows the parts that cannot be checked, and the parts that the network enforces. */
  plan: Plan<Intent>
  /** The share of the value that is lost, in basis points, where it is high: then the verdict is never green. */
  lossBps?: number | undefined
}

/** The verdict, what was checked, and all checks. The reasons why a plan is blocked come before what it would do. */
export function VerdictAndChecks({ verdict, plan, lossBps, children }: VerdictNoticeProps & { children: ReactNode }) {
  const isBlocked = verdict.level === 'blocked'
  return (
    <>
      <VerdictNotice verdict={verdict} plan={plan} lossBps={lossBps} />
      {isBlocked && <Checks verdict={verdict} />}
      {children}
      {!isBlocked && <Checks verdict={verdict} />}
    </>
  )
}

/** The verdict as one expandable line. Green means only that the plan matches the request. */
function VerdictNotice({ verdict, plan, lossBps }: VerdictNoticeProps) {
  const { level, findings } = verdict
  const messages = useMessages(reviewMessages)
  const failed = findings.filter(({ severity }) => severity === 'block').length
  const count = failed > 0 && messages.failed(failed)
  const promise = promiseOf(plan, messages)
  const isCostly = isGreen(verdict) && lossBps !== undefined
  const title = isCostly
    ? messages.costly(percentText(lossBps))
    : isFailing(verdict)
      ? messages.wouldFail
      : messages.verdict[level]
  return (
    <Notice kind={isCostly ? 'warn' : kinds[level]} isLive>
      <details open={level === 'blocked'} className="group">
        <summary className="flex min-h-6 list-none items-center gap-2 rounded-small text-ink [&::-webkit-details-marker]:hidden">
          <span className="flex flex-wrap gap-x-2">
            <strong>{title}</strong> {count && <span className="text-text tabular-nums">{count}</span>}
          </span>
          <Icon name="chevron" className="ms-auto size-4 transition-transform group-open:rotate-180" />
        </summary>
        <p className="pt-1">{noteOf(verdict, plan, messages)}</p>
      </details>
      {promise && <p className="pt-1">{promise}</p>}
    </Notice>
  )
}

function noteOf(verdict: Verdict, { intent }: Plan<Intent>, { verdictNote }: ReviewMessages): string {
  if (isFailing(verdict)) return verdictNote.wouldFail
  const { level } = verdict
  return level === 'enforced' && intent.kind !== 'swap' ? verdictNote.enforcedDeposit : verdictNote[level]
}

/** The plan matches the request but would fail now: only the check of a reverted simulation blocks it. */
function isFailing(verdict: Verdict): boolean {
  const blocks = blocksOf(verdict)
  return blocks.length > 0 && blocks.every(({ code, kind }) => code === 'V-030' && kind === 'reverts')
}

function promiseOf({ intent }: Plan<Intent>, messages: ReviewMessages): string | undefined {
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
  const folded = (['info', 'ok'] as const).flatMap((kind) => {
    const findings = sorted.filter(({ severity }) => severity === kind)
    return findings.length > 0 ? [{ kind, findings }] : []
  })
  return (
    <section className="grid gap-2">
      {notable.length > 0 && <h3 className="text-body">{messages.checks}</h3>}
      <ul aria-label={messages.checks} className="grid gap-1.5 text-fine">
        {notable.map((finding) => (
          <FindingItem key={keyOf(finding)} finding={finding} />
        ))}
        {folded.map(({ kind, findings }) => (
          <li key={kind} data-severity={kind}>
            <Details summary={(kind === 'info' ? messages.notes : messages.passed)(findings.length)} isPlain>
              <Findings findings={findings} />
            </Details>
          </li>
        ))}
      </ul>
    </section>
  )
}
