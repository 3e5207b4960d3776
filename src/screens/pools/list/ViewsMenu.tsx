import { useState } from 'react'
import * as v from 'valibot'
import { useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import { Button, IconButton } from '../../../ui/Button'
import { TextField } from '../../../ui/Field'
import { useMessages } from '../../../ui/messages'
import { createStoredList } from '../../../ui/storedList'
import { poolsMessages } from '../messages'

/** Named views of the list: the search, the sort order and the columns. */
export default function ViewsMenu({ onClose }: { readonly onClose: () => void }) {
  const messages = useMessages(poolsMessages)
  const views = useStore(savedViews)
  const search = useSearch()
  const [, navigate] = useLocation()
  const [name, setName] = useState('')
  const keep = () => {
    keepView(name.trim(), search)
    setName('')
  }
  return (
    <div className="grid min-w-64 gap-2">
      <ul aria-label={messages.views} className="grid gap-0.5">
        {views.map((view) => (
          <li key={view.name} className="flex items-center gap-1">
            <button
              type="button"
              onClick={() => {
                navigate(view.search === '' ? '/pools' : `/pools?${view.search}`)
                onClose()
              }}
              className="min-h-9 min-w-0 flex-1 truncate rounded-small px-3 text-start text-fine text-ink hover:bg-raised"
            >
              {view.name}
            </button>
            <IconButton
              size="small"
              icon="close"
              label={messages.removeView(view.name)}
              onClick={() => removeView(view.name)}
            />
          </li>
        ))}
      </ul>
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') keep()
        }}
      >
        <TextField label={messages.viewName} value={name} maxLength={60} onChange={setName} />
        {/* Not `disabled` without a name: the button that was pressed keeps the focus. */}
        <Button size="small" type="submit" aria-disabled={name.trim() === ''}>
          {messages.keepView}
        </Button>
      </form>
    </div>
  )
}

/** A search with its order, columns and network, under a name: the part of the address after the question mark. */
const savedView = v.object({ name: v.string(), search: v.string() })

/** Stores a view; it replaces another one of the same name. */
function keepView(name: string, search: string): void {
  const others = savedViews.getState().filter((view) => view.name !== name)
  savedViews.setState([{ name, search }, ...others].slice(0, most), true)
}

function removeView(name: string): void {
  savedViews.setState(
    savedViews.getState().filter((view) => view.name !== name),
    true,
  )
}

const most = 50

/** Named views of this browser, the latest first. */
export const savedViews = createStoredList('tidegate.pool-views', most, (stored) =>
  Array.isArray(stored) ? stored.filter((view): view is v.InferOutput<typeof savedView> => v.is(savedView, view)) : [],
)
