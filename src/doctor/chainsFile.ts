import type { Chain } from '../domain/chain'
import { chainKinds } from '../domain/chainKinds'
import { mainNetworks, type ProposedChain } from '../preparation/doctor/proposedChain'
import { venueAt } from '../protocol/deployment/venues'
import { doctorMessages as words } from './messages'

/** A chain, its entry in the written file, and the findings as sentences. */
type ReportedChain = {
  readonly chain: Chain
  readonly proposed: ProposedChain | undefined
  readonly findings: readonly string[]
}

/** The text of a TIDEGATE_CHAINS file: certain values as members, values to verify commented out. */
export function chainsFile(
  source: { readonly baseUrl: string; readonly date: string },
  chains: readonly ReportedChain[],
): string {
  return [
    ...words.head(source.baseUrl, source.date).map((line) => `// ${line}`),
    '[',
    ...chains.flatMap(({ chain, proposed, findings }) =>
      proposed
        ? chainLines(proposed, findings)
        : [`  ${comment(words.leftOut(chain.name, chain.chainId, findings.join(' ')))}`],
    ),
    ']',
    '',
  ].join('\n')
}

function chainLines(proposed: ProposedChain, findings: readonly string[]): readonly string[] {
  return ['  {', ...[...findings.map(comment), ...linesOf(proposed)].map((line) => `    ${line}`), '  },']
}

/** Members, comments, and members commented out until the operator confirms them. */
function linesOf({ chain, settings, rpcTarget, source, guesses }: ProposedChain): readonly string[] {
  const { kind, name, explorerUrl, nativeCurrency, wrappedNative, positionManager, confirmations, genesisHash } =
    settings
  const hasNodes = chainKinds[kind].isReadable
  return [
    member('chainId', settings.chainId),
    ...(kind === 'evm' ? [] : [member('kind', kind)]),
    ...(source === 'service' ? [comment(words.onlyService)] : []),
    ...(name === chain.name ? [] : [comment(words.serviceName(chain.name))]),
    member('name', name),
    member('nativeCurrency', nativeCurrency),
    ...maybe('explorerUrl', explorerUrl),
    ...guess('explorerUrl', guesses.explorerUrl, words.mainNetwork),
    ...maybe('wrappedNative', wrappedNative),
    ...guess('wrappedNative', guesses.wrappedNative, words.listedWrapped(nativeCurrency.symbol)),
    ...(rpcTarget === undefined && hasNodes
      ? [comment(words.ownNode), guessed('rpcTarget', guesses.rpcTarget ?? 'https://node.example/your-key')]
      : maybe('rpcTarget', rpcTarget)),
    ...maybe('genesisHash', genesisHash),
    ...(genesisHash === undefined ? guess('genesisHash', mainNetworks[kind].genesisHash, words.mainNetwork) : []),
    ...guesses.trusted.map(({ address, roles, times }) =>
      comment(words.contract(address, roles, times, venueAt(address, kind, settings.chainId))),
    ),
    ...(guesses.trusted.length > 0
      ? [
          guessed(
            'trusted',
            guesses.trusted.map(({ address }) => address),
          ),
        ]
      : []),
    ...(guesses.codeHashes.length > 0 ? [comment(words.pinnedCode), guessed('codeHashes', guesses.codeHashes)] : []),
    ...maybe('positionManager', positionManager),
    ...guess('positionManager', guesses.positionManager, words.namedManager),
    ...(guesses.tokens.length > 0 ? [comment(words.pinned), guessed('tokens', guesses.tokens)] : []),
    ...(confirmations === 1 ? [] : [member('confirmations', confirmations)]),
  ]
}

/** JSON on one line, with spaces for readability. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${inline(inner)}`)
    .join(', ')} }`
}

/** Removes line breaks from foreign text: a second line would no longer be a comment. */
function comment(text: string): string {
  return `// ${text.replace(/\s+/g, ' ').trim()}`
}

function member(name: string, value: unknown): string {
  return `${JSON.stringify(name)}: ${inline(value)},`
}

function maybe(name: string, value: unknown): readonly string[] {
  return value === undefined ? [] : [member(name, value)]
}

function guessed(name: string, value: unknown): string {
  return `// ${member(name, value)}`
}

function guess(name: string, value: unknown, why: string): readonly string[] {
  return value === undefined ? [] : [comment(why), guessed(name, value)]
}
