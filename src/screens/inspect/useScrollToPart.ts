import { useEffect } from 'react'
import { useLocation } from 'wouter'

/** Shows the part that the address names: routes change without a page load, so the browser does not. */
export function useScrollToPart() {
  useLocation()
  const { hash } = window.location
  // Newer browsers answer with a promise, which is no clean-up.
  useEffect(() => void document.getElementById(hash.slice(1))?.scrollIntoView(), [hash])
}
