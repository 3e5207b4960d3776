import type { Verdict } from '../../guard/verdict'
import { useMessages } from '../../ui/messages'
import { Notice, type NoticeKind } from '../../ui/Notice'
import { Details } from '../../ui/Rows'
import { reviewMessages } from '../review/messages'
import { FindingItem, Findings, keyOf } from './Findings'
import { gravestFirst } from './signRow'

/** The verdict in one line. Green only ever says that it matches what was asked. */
export function VerdictNotice({ verdict: { level } }: { verdict: Verdict }) {
  const messages = useMessages(reviewMessages)
  return (
    <Notice kind={kinds[level]} title={messages.verdict[level]} isLive>
      {messages.verdictNote[level]}
    </Notice>
  )
}

const kinds: Readonly<Record<Verdict['level'], NoticeKind>> = {
  ok: 'ok',
  warn: 'warn',
  block: 'block',
  unavailable: 'warn',
}

/** Every check: those with something to say first, those that passed behind one line. */
export function Checks({ verdict }: { verdict: Verdict }) {
  const messages = useMessages(reviewMessages)
  const sorted = gravestFirst(verdict.findings)
  const telling = sorted.filter(({ severity }) => severity !== 'ok')
  const passed = sorted.filter(({ severity }) => severity === 'ok')
  return (
    <section className="grid gap-2">
      <h3 className="text-body">{messages.checks}</h3>
      <ul aria-label={messages.checks} className="grid gap-1.5 text-fine">
        {telling.map((finding) => (
          <FindingItem key={keyOf(finding)} finding={finding} />
        ))}
        {passed.length > 0 && (
          <li data-severity="ok">
            <Details summary={messages.passed(passed.length)}>
              <Findings findings={passed} />
            </Details>
          </li>
        )}
      </ul>
    </section>
  )
}
