import { type ReactNode, useRef } from 'react'
import { Button } from './Button'

type FileButtonProps = {
  /** The accessible name of the file field behind the button. */
  label: string
  onFile: (file: File) => void
  children: ReactNode
}

/** A button that lets the person choose a JSON file. The same file can be chosen twice in a row. */
export function FileButton({ label, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="small" onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          target.value = ''
        }}
      />
    </>
  )
}
