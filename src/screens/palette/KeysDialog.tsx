import { usePreferences } from '../../components/usePreferences'
import { Dialog } from '../../ui/Dialog'
import { useMessages } from '../../ui/messages'
import { paletteMessages } from './messages'

type Use = keyof (typeof paletteMessages)['english']['uses']

const everywhere: readonly (readonly [keys: string, use: Use])[] = [
  ['Ctrl K / ⌘ K', 'palette'],
  ['?', 'keys'],
]
const onPools: typeof everywhere = [
  ['/', 'search'],
  ['J / K', 'move'],
  ['F', 'favourite'],
  ['C', 'compare'],
  ['Enter', 'open'],
  ['Shift E', 'export'],
]

/** Every keyboard shortcut of the app. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const messages = useMessages(paletteMessages)
  const isOn = usePreferences(({ hasShortcuts }) => hasShortcuts)
  return (
    <Dialog title={messages.keysTitle} onClose={onClose}>
      <div className="grid gap-5">
        {!isOn && <p>{messages.off}</p>}
        <Keys title={messages.everywhere} keys={isOn ? everywhere : everywhere.slice(0, 1)} />
        {isOn && <Keys title={messages.onPools} keys={onPools} />}
      </div>
    </Dialog>
  )
}

function Keys({ title, keys }: { title: string; keys: typeof everywhere }) {
  const messages = useMessages(paletteMessages)
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-fine font-medium text-quiet">{title}</h3>
      <dl className="grid gap-2">
        {keys.map(([key, use]) => (
          <div key={use} className="flex items-baseline justify-between gap-4">
            <dt className="text-ink">{messages.uses[use]}</dt>
            <dd>
              <kbd className="rounded-small border border-line bg-raised px-2 py-0.5 font-mono text-fine text-ink">
                {key}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
