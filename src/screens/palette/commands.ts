/** One line of the command palette: where it leads, or what it does. */
export type Command = {
  /** Unique among all commands. */
  readonly id: string
  readonly group: CommandGroup
  readonly title: string
  /** Secondary text: a network, a date. Searched too. */
  readonly detail?: string
  /** Further text by which it is found: addresses, synonyms. */
  readonly keywords?: string
  /** A path of the app, or an action. */
  readonly does: { readonly is: 'go'; readonly to: string } | { readonly is: 'run'; readonly run: () => void }
}

export const commandGroups = ['screens', 'tokens', 'pools', 'orders', 'settings'] as const
export type CommandGroup = (typeof commandGroups)[number]

/** The most lines of one group, so that thousands of pools do not hide a setting. */
const perGroup = 6

/**
 * The commands that have every word of the text, group by group; within a group the best match first. Without text only
 * those groups that are short enough to be read through.
 */
export function findCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return commandGroups.flatMap((group) =>
    commands
      .filter((command) => command.group === group)
      .map((command) => ({ command, fit: fitOf(command, words) }))
      .filter(({ fit }) => fit > 0)
      .sort((a, b) => b.fit - a.fit)
      .slice(0, perGroup)
      .map(({ command }) => command),
  )
}

/** 0 when a word is missing; otherwise more for words that begin the title. */
function fitOf({ title, detail = '', keywords = '' }: Command, words: readonly string[]): number {
  const name = title.toLowerCase()
  const text = `${name} ${detail} ${keywords}`.toLowerCase()
  if (!words.every((word) => text.includes(word))) return 0
  const starts = name.split(/[^\p{L}\p{N}]+/u)
  return words.reduce((fit, word) => {
    if (starts.includes(word)) return fit + 3
    if (starts.some((start) => start.startsWith(word))) return fit + 2
    return fit + (name.includes(word) ? 1 : 0)
  }, 1)
}
