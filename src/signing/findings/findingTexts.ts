import type { FindingFacts, FindingKey } from '../../guard/findings/finding'

/** A text for each kind of finding: one that is missing does not compile. */
export type FindingTexts = { readonly [Key in FindingKey]: (facts: FindingFacts[Key]) => string }
