import type { FindingFacts, FindingKey } from '../../guard/findings/finding'

/** A text for each kind of finding; a missing one is a compile error. */
export type FindingTexts = { readonly [Key in FindingKey]: (facts: FindingFacts[Key]) => string }
