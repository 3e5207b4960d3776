import type { Finding as Found } from '../../guard/findings/finding'
import { classes } from '../../ui/classes'
import { Icon, type IconName } from '../../ui/Icon'
import { useMessages } from '../../ui/messages'
import { useFindingText } from '../findings/useFindingText'
import { reviewMessages } from '../review/messages'

/** The findings of the checks. */
export function Findings({ findings }: { findings: readonly Found[] }) {
  if (findings.length === 0) return null
  return (
    <ul className="grid gap-1.5 text-fine">
      {findings.map((finding) => (
        <FindingItem key={keyOf(finding)} finding={finding} />
      ))}
    </ul>
  )
}

/** One finding: its sentence, and its code for support. */
export function FindingItem({ finding }: { finding: Found }) {
  const messages = useMessages(reviewMessages)
  const textOf = useFindingText()
  const { code, severity } = finding
  return (
    <li data-severity={severity} className="flex items-start gap-2">
      <Icon name={icons[severity]} className={classes('mt-0.5 size-4', faces[severity])} />
      <span className="min-w-0 flex-1 wrap-anywhere text-ink">
        <span className="sr-only">{messages.severity[severity]}: </span>
        {textOf(finding)}
      </span>
      <code className="font-mono text-quiet">{code}</code>
    </li>
  )
}

/** React key: findings of the same kind and step differ in their facts. */
export function keyOf({ code, kind, step, facts }: Found): string {
  return `${code} ${kind} ${step} ${JSON.stringify(facts)}`
}

const icons: Readonly<Record<Found['severity'], IconName>> = { ok: 'check', info: 'info', warn: 'warn', block: 'block' }
const faces = { ok: 'text-success', info: 'text-info', warn: 'text-amber', block: 'text-red' }
