import { useEffect, useState } from 'react'
import { IconButton } from './Button'
import { useMessages } from './messages'
import { partsMessages } from './parts.messages'

/** Copies a text, and confirms it for a moment. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const messages = useMessages(partsMessages)
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])

  return (
    <>
      <IconButton
        size="small"
        icon={isCopied ? 'check' : 'copy'}
        label={label}
        onClick={() => {
          navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }}
      />
      <span role="status" className="sr-only">
        {isCopied && messages.copied}
      </span>
    </>
  )
}
