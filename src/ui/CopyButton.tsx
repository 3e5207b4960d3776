import { useCallback, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from './Button'
import { copyText } from './comforts'
import { useMessages } from './messages'
import { partsMessages } from './parts.messages'

/** Copies a text, and confirms it for a moment. `isLabelled`: the label is visible. */
export function CopyButton({ text, label, isLabelled = false }: { text: string; label: string; isLabelled?: boolean }) {
  const { isCopied, copy, note, forget } = useCopy()
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(forget, 2_000)
    return () => clearTimeout(timer)
  }, [isCopied, forget])
  const button = { size: 'small', icon: isCopied ? 'check' : 'copy', onClick: () => copy(text) } as const
  return (
    <>
      {isLabelled ? (
        <Button kind="bare" {...button}>
          {label}
        </Button>
      ) : (
        <IconButton {...button} label={label} />
      )}
      {note}
    </>
  )
}

export function useCopy() {
  const messages = useMessages(partsMessages)
  const [outcome, setOutcome] = useState<'copied' | { readonly refused: string }>()
  const isCopied = outcome === 'copied'
  const copy = (text: string) => void copyText(text).then((done) => setOutcome(done ? 'copied' : { refused: text }))
  return {
    isCopied,
    copy,
    forget: useCallback(() => setOutcome(undefined), []),
    /** That it is copied, for screen readers; or that the browser refused, with the text selected. */
    note: (
      <>
        <span role="status" className="sr-only">
          {isCopied && messages.copied}
        </span>
        {typeof outcome === 'object' && <Selected text={outcome.refused} label={messages.notCopied} />}
      </>
    ),
  }
}

function Selected({ text, label }: { text: string; label: string }) {
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    area.current?.focus()
    area.current?.select()
  }, [])
  return (
    <label role="alert" className="grid basis-full gap-1 text-start text-fine text-text">
      {label}
      <textarea
        readOnly
        rows={2}
        value={text}
        ref={area}
        className="w-full rounded-control border border-edge bg-well p-2 font-mono break-all"
      />
    </label>
  )
}
