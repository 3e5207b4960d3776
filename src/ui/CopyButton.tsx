import { useEffect, useState } from 'react'
import { IconButton } from './Button'
import { useWords } from './messages'
import { partsWords } from './parts.messages'

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const words = useWords(partsWords)
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
        {isCopied && words.copied}
      </span>
    </>
  )
}
