import type { Pool } from '../../domain/pools/pool'
import { type SelfCheck, selfChecks } from '../../domain/pools/selfCheck'
import { Card } from '../../ui/Card'
import { classes } from '../../ui/classes'
import { Icon, type IconName } from '../../ui/Icon'
import { useMessages } from '../../ui/messages'
import { poolMessages } from './messages'
import { selfCheckMessages, selfCheckText } from './selfCheck.messages'

/** Whether the figures of a pool record agree: yes, no, or too few figures. */
export function SelfChecks({ pool }: { pool: Pool }) {
  const messages = useMessages(poolMessages)
  const findings = useMessages(selfCheckMessages)
  const checks = selfChecks(pool)
  const count = (result: SelfCheck['result']) => checks.filter((check) => check.result === result).length
  return (
    <Card title={messages.checks}>
      <p className="mb-3 text-fine text-quiet">{messages.checksHint}</p>
      <p className="mb-3 font-medium text-ink">
        {messages.summary(count('passes'), count('fails'), count('cannot tell'))}
      </p>
      <ul aria-label={messages.checks} className="grid gap-3">
        {checks.map(({ code, result, ...finding }) => (
          <li key={code} data-result={result} className="flex gap-3 text-fine">
            <Icon name={icons[result]} className={classes('mt-0.5 size-4.5', tones[result])} />
            <div className="min-w-0">
              <p className="text-ink">
                {messages.check[code]}: <strong className={tones[result]}>{messages.results[result]}</strong>
              </p>
              <p className="wrap-anywhere text-quiet">{selfCheckText(finding, findings)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const icons: Readonly<Record<SelfCheck['result'], IconName>> = {
  passes: 'check',
  fails: 'warn',
  'cannot tell': 'minus',
}
const tones = { passes: 'text-success', fails: 'text-amber', 'cannot tell': 'text-quiet' }
