import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'

/** How a form is read from the part of the address after the question mark, and written there. */
export type FormLink<Form> = {
  readonly path: string
  readonly read: (search: string) => Form
  readonly write: (form: Form) => string
}

/** Milliseconds of debounce before the URL follows the form. */
const mirrorAfter = 400

/**
 * A form, mirrored in the URL: a reload, a bookmark or a shared link restores it. Following a link while the form is
 * open replaces its content.
 */
export function useFormInUrl<Form>({
  path,
  read,
  write,
}: FormLink<Form>): readonly [Form, Dispatch<SetStateAction<Form>>] {
  const search = useSearch()
  const [, navigate] = useLocation()
  const [form, setForm] = useState(() => read(search))
  const [seen, setSeen] = useState(search)
  /** The state on which the URL and the form agree; any other search came from outside. */
  const [mirrored, setMirrored] = useState(search)

  if (search !== seen) {
    setSeen(search)
    setMirrored(search)
    if (search !== mirrored) setForm(read(search))
  }

  const written = write(form)
  // As `useSearch` gives it: spaces, apostrophes and other letters are escaped in the address bar only.
  const link = decodeURI(written)
  useEffect(() => {
    if (link === '' || link === mirrored) return
    const page = window.location.pathname
    const timer = setTimeout(() => {
      // Another screen was opened, and this one stays only until that is drawn.
      if (window.location.pathname !== page) return
      setMirrored(link)
      navigate(`${path}?${written}`, { replace: true })
    }, mirrorAfter)
    return () => clearTimeout(timer)
  }, [written, link, mirrored, path, navigate])

  return [form, setForm]
}
