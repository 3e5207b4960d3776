import { isSameAddress } from '../../domain/address'
import { type Chain, networkOf } from '../../domain/chain'
import { chainKinds } from '../../domain/chainKinds'
import { cleanText } from '../../domain/text/label'
import type { Token } from '../../domain/token'
import type { DeploymentChain, SlippageUnit } from '../../protocol/deployment/deployment'
import { venueAt } from '../../protocol/deployment/venues'
import { countDropped, type Deviation } from '../../protocol/deviation'
import { numberText } from '../../protocol/json/json'
import type { ChainRecord } from '../../protocol/serviceMessages'
import { unitsPerPercent } from '../slippage'
import { type AskedPools, type ContractCode, type ContractInAnswers, contractsInAnswers } from './contractsInAnswers'
import { measureUnitsPerPercent, type SlippageSample } from './measureSlippageUnit'
import { mainNetworks } from './proposedChain'
import type { AskedQuote } from './sampleTrades'

/** The service's answers, for the endpoints that were called. */
export type ServiceAnswers = {
  readonly records: readonly ChainRecord[]
  readonly chains: readonly Chain[]
  readonly tokens: readonly Token[]
  /** Entries of the chain list that were dropped or reinterpreted. */
  readonly remarks: readonly Deviation[]
  readonly pools: readonly AskedPools[]
  readonly quotes: readonly AskedQuote[]
  /** Where an image was found under a base URL; `undefined` where no one looked. */
  readonly images?: { readonly base: string | undefined; readonly path: string } | undefined
  /** Facts from nodes about the contracts in the answers. */
  readonly contracts: readonly ContractCode[]
}

/** The deployment's own settings, as far as they are given. */
export type DeploymentSettings = {
  readonly chains: readonly DeploymentChain[]
  readonly slippageUnit: SlippageUnit | undefined
  readonly imageBaseUrl: string | undefined
}

/** `good`: works. `limits`: people can do less, or see more warnings. `stops`: something cannot be done at all. */
export type FindingLevel = 'good' | 'limits' | 'stops'

/** One thing found, as data; the sentence is made where it is shown. */
export type DeploymentFinding = ReturnType<
  | typeof listFindings
  | typeof slippageFindings
  | typeof imageFindings
  | typeof untradedFindings
  | typeof settingFindings
  | typeof tokenFindings
  | typeof contractFindings
  | typeof quoteFindings
  | typeof poolFindings
>[number]

/** The facts for the sentences, by code. */
export type DeploymentFacts = { readonly [Finding in DeploymentFinding as Finding['code']]: Finding['facts'] }

export type Diagnosis = ReturnType<typeof diagnose>

export type ChainDiagnosis = {
  readonly chain: Chain
  readonly settings: DeploymentChain | undefined
  readonly contracts: readonly (ContractInAnswers & { readonly code: ContractCode | undefined })[]
  readonly findings: readonly DeploymentFinding[]
}

/** Compares a service's answers with the settings: the features that work on each chain, and the reasons for others. */
export function diagnose(answers: ServiceAnswers, settings: DeploymentSettings) {
  const units = measureUnitsPerPercent(answers.quotes.flatMap(sampleOf))
  return {
    /** About the deployment as a whole. */
    general: [
      ...listFindings(answers),
      ...slippageFindings(answers, settings, units),
      ...imageFindings(answers, settings),
    ],
    chains: answers.chains.map((chain) => diagnoseChain(chain, answers, settings)),
    /** How many units of `slippage` are one percent to the service, by what its quotes made of it. */
    unitsPerPercent: units,
  }
}

function diagnoseChain(chain: Chain, answers: ServiceAnswers, { chains }: DeploymentSettings): ChainDiagnosis {
  const settings = chains.find(({ chainId }) => chainId === chain.chainId)
  const here = <Item extends { readonly chainId: number }>(items: readonly Item[]) =>
    items.filter(({ chainId }) => chainId === chain.chainId)
  const pools = here(answers.pools)
  const quotes = here(answers.quotes)
  const contracts = contractsInAnswers(quotes, pools).map((contract) => ({
    ...contract,
    code: here(answers.contracts).find(({ address }) => isSameAddress(address, contract.address)),
  }))
  const untraded = untradedFindings(chain, here(answers.records))
  const findings =
    untraded.length > 0
      ? untraded
      : [
          ...settingFindings(chain, settings),
          ...tokenFindings(answers.tokens.filter((token) => token.chain.chainId === chain.chainId)),
          ...contractFindings(chain, contracts, settings),
          ...quoteFindings(quotes),
          ...poolFindings(pools, settings),
        ]
  return { chain, settings, contracts, findings }
}

/** Why nothing is traded on a chain; empty where something is. */
function untradedFindings({ kind, isEnabled }: Chain, [record]: readonly ChainRecord[]) {
  if (kind === 'unknown') {
    const type = typeof record?.type === 'string' ? record.type : (numberText(record?.type ?? null) ?? '')
    return [found('chain.unknown-kind', 'limits', { type: cleanText(type, 40) })]
  }
  if (!isEnabled) return [found('chain.switched-off', 'limits', {})]
  return chainKinds[kind].isPaidByHand ? [found('chain.bitcoin', 'good', {})] : []
}

function settingFindings({ kind }: Chain, settings: DeploymentChain | undefined) {
  if (!settings) return [found('chain.no-settings', 'stops', {})]
  const hasNode = settings.rpcUrls.length > 0
  return [
    hasNode ? found('chain.node', 'good', {}) : found('chain.no-node', 'limits', {}),
    ...(kind === 'evm' && settings.wrappedNative === undefined ? [found('chain.no-wrapped', 'limits', {})] : []),
    ...(mainNetworks[kind].genesisHash !== undefined && settings.genesisHash === undefined
      ? [found('chain.no-genesis', 'limits', {})]
      : []),
    ...(settings.explorerUrl === undefined ? [found('chain.no-explorer', 'limits', {})] : []),
  ]
}

function tokenFindings(tokens: readonly Token[]) {
  const unpriced = tokens.filter(({ price }) => price === undefined).length
  if (tokens.length === 0) return [found('chain.no-tokens', 'stops', {})]
  return unpriced === 0 ? [] : [found('chain.unpriced', 'limits', { count: unpriced, of: tokens.length })]
}

function contractFindings(
  { kind, chainId }: Chain,
  contracts: ChainDiagnosis['contracts'],
  settings: DeploymentChain | undefined,
) {
  const trusted = [...(settings?.trusted ?? []), settings?.positionManager ?? '']
  return contracts.map(({ address, roles, code }) => {
    const facts = { address, roles: roles.join(', '), name: code?.name ?? '' }
    if (code?.is === 'empty') return found('contract.empty', 'stops', facts)
    if (trusted.some((other) => isSameAddress(other, address))) return found('contract.trusted', 'good', facts)
    const venue = venueAt(address, kind, chainId)
    if (venue !== undefined && code?.is !== 'proxy') return found('contract.venue', 'limits', { ...facts, name: venue })
    if (code?.is === 'proxy') return found('contract.proxy', 'limits', facts)
    if (roles.every((role) => role === 'position manager')) return found('contract.manager', 'limits', facts)
    return found(code?.is === 'known' ? 'contract.known' : 'contract.unvouched', 'limits', facts)
  })
}

function quoteFindings(quotes: readonly AskedQuote[]) {
  const refused = quotes.find((quote) => quote.is === 'refused')
  if (quotes.some(({ is }) => is === 'answer')) return [found('quote.answered', 'good', {})]
  return refused?.is === 'refused' ? [found('quote.refused', 'limits', { refusal: refused.refusal })] : []
}

function poolFindings([network]: readonly AskedPools[], settings: DeploymentChain | undefined) {
  if (!network) return []
  if (network.is === 'refused') return [found('pools.refused', 'limits', { refusal: network.refusal })]
  const { pools } = network
  if (pools.length === 0) return [found('pools.none', 'limits', {})]
  const managed = pools.filter(({ positionManager }) => positionManager.is === 'known').length
  const isManaged = managed > 0 || settings?.positionManager !== undefined
  return [
    found('pools.read', 'good', { count: pools.length }),
    isManaged
      ? found('pools.managed', 'good', { count: managed, of: pools.length })
      : found('pools.unmanaged', 'limits', {}),
  ]
}

function listFindings({ chains, remarks }: ServiceAnswers) {
  if (chains.length === 0) return [found('list.empty', 'stops', {})]
  const dropped = countDropped(remarks)
  const names = chains.map((chain) => networkOf(chain)).join(', ')
  return [
    found('list.chains', 'good', { count: chains.length, names }),
    ...(dropped > 0 ? [found('list.left-out', 'limits', { count: dropped })] : []),
  ]
}

function slippageFindings({ quotes }: ServiceAnswers, { slippageUnit }: DeploymentSettings, units: number | undefined) {
  if (units === undefined) return [found(quotes.length === 0 ? 'slippage.not-asked' : 'slippage.unclear', 'limits', {})]
  const facts = { unit: unitName(units), percent: `${Number((50 / units).toPrecision(6))}` }
  if (slippageUnit === undefined) return [found('slippage.measured', 'good', facts)]
  const configured = unitsPerPercent(slippageUnit)
  if (configured === units) return [found('slippage.agrees', 'good', facts)]
  return [found('slippage.differs', 'stops', { ...facts, configured: unitName(configured) })]
}

function imageFindings({ images, tokens }: ServiceAnswers, { imageBaseUrl }: DeploymentSettings) {
  if (!tokens.some(({ imagePath }) => imagePath !== undefined)) return [found('images.none-named', 'good', {})]
  if (imageBaseUrl !== undefined) return [found('images.set', 'good', { base: imageBaseUrl })]
  if (images?.base !== undefined) return [found('images.found', 'good', { base: images.base })]
  return [found('images.unknown', 'limits', {})]
}

/** The name of a slippage unit in the settings, or its number of units per percent. */
export function unitName(units: number): string {
  if (units === 1) return 'percent'
  if (units === 10) return 'per mille'
  return units === 100 ? 'basis points' : String(units)
}

function sampleOf(quote: AskedQuote): readonly SlippageSample[] {
  if (quote.is === 'refused') return []
  const { trade, slippage, value } = quote
  const figure = (text: string | undefined) => (text === undefined || !(Number(text) > 0) ? undefined : Number(text))
  return [{ trade, slippage, minimumReceived: figure(value.minAmountOut), expected: figure(value.expectedAmountOut) }]
}

function found<Code extends string, Facts>(code: Code, level: FindingLevel, facts: Facts) {
  return { code, level, facts }
}
