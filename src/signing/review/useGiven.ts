import { useState } from 'react'
import { type Consent, type Given, nothingGiven } from './consent'

/** The consents given, reset when the plan (`hash`) or the required consents change. */
export function useGiven(consents: readonly Consent[], hash = ''): readonly [Given, (given: Given) => void] {
  const about = [hash, ...consents.map(({ id }) => id)].join('\n')
  const [kept, keep] = useState({ about, given: nothingGiven })
  return [kept.about === about ? kept.given : nothingGiven, (given) => keep({ about, given })]
}
