import type { ContractInAnswers } from '../../preparation/doctor/contractsInAnswers'
import type { ProposedChain } from '../../preparation/doctor/proposedChain'
import type { ReportedChain } from './report'

/** A line of a JSON object: a member, a comment, or a member that is commented out until somebody confirms it. */
type Line =
  | { readonly is: 'member' | 'guess'; readonly name: string; readonly value: unknown }
  | { readonly is: 'comment'; readonly text: string }

/** The text of a TIDEGATE_CHAINS file: what is sure as members, what has to be compared first commented out. */
export function chainsFile(
  source: { readonly baseUrl: string; readonly date: string },
  chains: readonly ReportedChain[],
): string {
  const head = [
    `The chains of ${source.baseUrl}, written by "npm run doctor" on ${source.date}.`,
    'Use it with TIDEGATE_CHAINS=<this file>. Comments and commas at the end of a list are allowed.',
    'Lines that are commented out are guesses: take the slashes away when you have compared them with the',
    'exchange’s own list of contracts. docs/operators.md explains each member.',
  ]
  return [
    ...head.map((line) => `// ${line}`),
    '[',
    ...chains.flatMap(({ chain, proposed, findings }) =>
      proposed
        ? chainLines(proposed, findings)
        : comments([`${chain.name} (${chain.chainId}) is left out. ${findings.join(' ')}`], '  '),
    ),
    ']',
    '',
  ].join('\n')
}

function chainLines(proposed: ProposedChain, findings: readonly string[]): readonly string[] {
  return [
    '  {',
    ...comments(findings, '    '),
    ...linesOf(proposed).flatMap((line) =>
      line.is === 'comment' ? comments([line.text], '    ') : [memberLine(line)],
    ),
    '  },',
  ]
}

function linesOf({ chain, settings, rpcTarget, source, guesses }: ProposedChain): readonly Line[] {
  const { kind, name, explorerUrl, nativeCurrency, wrappedNative, positionManager, confirmations, genesisHash } =
    settings
  const isNetwork = kind !== 'bitcoin'
  return [
    member('chainId', settings.chainId),
    ...(kind === 'evm' ? [] : [member('kind', kind)]),
    ...(source === 'service' ? [comment('Only the service describes this chain: compare the name and the coin.')] : []),
    ...(name === chain.name ? [] : [comment(`The service calls it ${JSON.stringify(chain.name)}.`)]),
    member('name', name),
    member('nativeCurrency', nativeCurrency),
    ...maybe('explorerUrl', explorerUrl),
    ...guess('explorerUrl', guesses.explorerUrl, 'Of the main network:'),
    ...maybe('wrappedNative', wrappedNative),
    ...guess('wrappedNative', guesses.wrappedNative, `The list has a token named W${nativeCurrency.symbol}:`),
    ...(rpcTarget === undefined && isNetwork
      ? [
          comment('A node of your own stays on the server. A public one, to try it out:'),
          guessed('rpcTarget', guesses.rpcTarget ?? 'https://node.example/your-key'),
        ]
      : maybe('rpcTarget', rpcTarget)),
    ...maybe('genesisHash', genesisHash),
    ...(kind === 'solana' && genesisHash === undefined
      ? [comment('Of Solana’s main network:'), guessed('genesisHash', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d')]
      : []),
    ...guesses.trusted.map((contract) => comment(contractComment(contract))),
    ...(guesses.trusted.length > 0
      ? [
          guessed(
            'trusted',
            guesses.trusted.map(({ address }) => address),
          ),
        ]
      : []),
    ...maybe('positionManager', positionManager),
    ...guess('positionManager', guesses.positionManager, 'Pool records name this position manager:'),
    ...(guesses.tokens.length > 0
      ? [comment('Nothing else is traded under these tickers once they are pinned:'), guessed('tokens', guesses.tokens)]
      : []),
    ...(confirmations === 1 ? [] : [member('confirmations', confirmations)]),
  ]
}

function contractComment({ address, roles, times }: ContractInAnswers): string {
  return `${address}: ${roles.join(', ')}, named ${times === 1 ? 'once' : `${times} times`}.`
}

function memberLine({ is, name, value }: Exclude<Line, { readonly is: 'comment' }>): string {
  return `    ${is === 'guess' ? '// ' : ''}${JSON.stringify(name)}: ${inline(value)},`
}

/** JSON in one line, with blanks where people expect them. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${inline(inner)}`)
    .join(', ')} }`
}

/** Whatever line breaks a foreign text has, a comment ends with its line. */
function comments(texts: readonly string[], indent: string): readonly string[] {
  return texts.map((text) => `${indent}// ${text.replace(/\s+/g, ' ').trim()}`)
}

function member(name: string, value: unknown): Line {
  return { is: 'member', name, value }
}

function maybe(name: string, value: unknown): readonly Line[] {
  return value === undefined ? [] : [member(name, value)]
}

function guessed(name: string, value: unknown): Line {
  return { is: 'guess', name, value }
}

function guess(name: string, value: unknown, why: string): readonly Line[] {
  return value === undefined ? [] : [comment(why), guessed(name, value)]
}

function comment(text: string): Line {
  return { is: 'comment', text }
}
