import type { SimpleSpec } from './factTypes'

/** Every reason why something could not be read, asked or tried out, with its facts. Never give a code other facts. */
export const reasonFacts = {
  // What a node or a network said, in its own words.
  'node.said': { text: 'text' },
} as const satisfies Readonly<Record<string, SimpleSpec>>
