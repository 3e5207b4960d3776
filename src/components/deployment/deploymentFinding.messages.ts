import type { DeploymentFacts, DeploymentFinding } from '../../preparation/doctor/diagnose'
import { defineMessages } from '../../ui/messages'
import { refusalText } from '../refusal.messages'

type Texts = {
  readonly [Code in keyof DeploymentFacts]: (facts: DeploymentFacts[Code]) => {
    /** The finding. */
    readonly is: string
    /** Its consequence for people, and the operator's options. */
    readonly means?: string
  }
}

const texts: Texts = {
  'list.chains': ({ count, names }) => ({ is: `The service lists ${count} chains: ${names}.` }),
  'list.empty': () => ({
    is: 'The service lists no chains for this key.',
    means: 'Nothing can be traded. Ask the exchange to enable chains for this key.',
  }),
  'list.left-out': ({ count }) => ({
    is: `${count} ${count === 1 ? 'entry' : 'entries'} of the list cannot be used: contradictory or unreadable.`,
    means: 'They are ignored. Inspect, Requests lists each of them.',
  }),
  'slippage.measured': ({ unit, percent }) => ({
    is: `The unit of slippage is ${unitText(unit)}: a slippage of 50 set the minimum ${percent}% below the estimate.`,
    means: `Set TIDEGATE_SLIPPAGE_UNIT to "${unit}".`,
  }),
  'slippage.agrees': ({ unit }) => ({ is: `Quotes use ${unitText(unit)} for slippage, as configured.` }),
  'slippage.differs': ({ unit, configured }) => ({
    is: `Quotes use ${unitText(unit)} for slippage, but the settings say ${unitText(configured)}.`,
    means: `Swaps would run at a tolerance that no one chose. Set TIDEGATE_SLIPPAGE_UNIT to "${unit}".`,
  }),
  'slippage.unclear': () => ({
    is: 'No quote shows what a slippage of 1 means.',
    means: 'Basis points are assumed. A review warns when the minimum does not fit the chosen tolerance.',
  }),
  'slippage.not-asked': () => ({
    is: 'The unit of slippage was not measured: no quote was requested.',
    means: 'Basis points are assumed unless TIDEGATE_SLIPPAGE_UNIT is set.',
  }),
  'images.none-named': () => ({ is: 'No token names an image, so letters are shown.' }),
  'images.set': ({ base }) => ({ is: `Token images are loaded from ${base}.` }),
  'images.found': ({ base }) => ({
    is: `Token images are at ${base}.`,
    means: `Set TIDEGATE_IMAGE_BASE_URL to "${base}".`,
  }),
  'images.unknown': () => ({
    is: 'Tokens name images, but their address is unknown.',
    means: 'Letters are shown instead. Set TIDEGATE_IMAGE_BASE_URL once you know the address.',
  }),
  'chain.unknown-kind': ({ type }) => ({
    is: `The app does not know this kind of chain${type === '' ? '' : ` ("${type}")`}.`,
    means: 'Its tokens are listed but cannot be traded.',
  }),
  'chain.switched-off': () => ({ is: 'The service has switched this chain off.', means: 'Nothing is traded on it.' }),
  'chain.bitcoin': () => ({
    is: 'Bitcoin payments are made by hand from any Bitcoin wallet. No node is needed.',
  }),
  'chain.no-settings': () => ({
    is: 'The settings do not know this chain.',
    means: 'It is listed but cannot be traded. Add it to TIDEGATE_CHAINS.',
  }),
  'chain.node': () => ({ is: 'A node provides balances and simulations.' }),
  'chain.no-node': () => ({
    is: 'No node is configured.',
    means:
      'Balances and simulations need a connected wallet on this chain. Without one every swap shows a warning. Set rpcTarget.',
  }),
  'chain.no-wrapped': () => ({
    is: 'The wrapped coin is unknown.',
    means: 'Swaps that wrap or unwrap the coin show a warning. Set wrappedNative.',
  }),
  'chain.no-genesis': () => ({
    is: 'The genesis hash is unknown.',
    means: 'A node of another Solana network would go unnoticed. Set genesisHash.',
  }),
  'chain.no-explorer': () => ({
    is: 'No explorer is configured.',
    means: 'Transactions and addresses have no links. Set explorerUrl.',
  }),
  'chain.no-tokens': () => ({ is: 'No token of this chain can be read.', means: 'Nothing is traded on it.' }),
  'chain.unpriced': ({ count, of }) => ({
    is: `${count} of ${of} tokens have no price.`,
    means: 'Swaps of them show no price impact and ask for consent.',
  }),
  'contract.trusted': (facts) => ({ is: `${contractText(facts)} is trusted by the settings.` }),
  'contract.known': (facts) => ({
    is: `${contractText(facts)} has the code of ${facts.name}.`,
    means: 'We can decode its calls. Swaps through it show a warning until you add it to trusted.',
  }),
  'contract.manager': (facts) => ({
    is:
      facts.name === ''
        ? `${contractText(facts)} is not trusted.`
        : `${contractText(facts)} has the code of ${facts.name}.`,
    means:
      'Every deposit through it shows a warning. Compare it with the exchange’s own list, then set positionManager.',
  }),
  'contract.unvouched': (facts) => ({
    is: `${contractText(facts)} is not trusted.`,
    means: 'Every swap through it shows a warning. Compare it with the exchange’s own list, then add it to trusted.',
  }),
  'contract.venue': (facts) => ({
    is: `${contractText(facts)} is at the address that ${facts.name} publishes.`,
    means: `Swaps through it show a warning until you add "${facts.name}" to trusted, and its code to codeHashes.`,
  }),
  'contract.proxy': (facts) => ({
    is: `${contractText(facts)} is a proxy: its owner can change what it does.`,
    means: 'Every swap through it shows a warning. Trust it only if you trust its owner.',
  }),
  'contract.empty': (facts) => ({
    is: `There is no contract at ${contractText(facts)}.`,
    means: 'Swaps through it are blocked. Report it to the exchange.',
  }),
  'quote.answered': () => ({ is: 'The service answers quotes.' }),
  'quote.refused': ({ refusal }) => ({ is: `The service refused a quote. ${refusalText(refusal)}` }),
  'pools.read': ({ count }) => ({ is: `${count} pools can be read.` }),
  'pools.none': () => ({ is: 'The service lists no pools.', means: 'Liquidity can only be added to new pools.' }),
  'pools.refused': ({ refusal }) => ({
    is: `The service refused the list of pools. ${refusalText(refusal)}`,
    means: 'No pools are shown.',
  }),
  'pools.managed': ({ count, of }) => ({
    is:
      count === 0
        ? 'The settings name the position manager.'
        : `${count} of ${of} pools name a position manager: deposits are signed in the wallet.`,
  }),
  'pools.unmanaged': () => ({
    is: 'No position manager is configured.',
    means: 'After a deposit the app waits until the pool changes. Set positionManager if the exchange has one.',
  }),
}

/** Texts of the findings about a deployment, on the operator's screen and in the doctor's report. */
export const deploymentMessages = defineMessages({
  finding: (finding: DeploymentFinding) => findingTexts(finding).is,
  meaning: (finding: DeploymentFinding) => findingTexts(finding).means ?? '',
})

function findingTexts<Code extends keyof DeploymentFacts>({
  code,
  facts,
}: {
  readonly code: Code
  readonly facts: DeploymentFacts[Code]
}) {
  return texts[code](facts)
}

function contractText({ address, roles }: { readonly address: string; readonly roles: string }): string {
  return `${address} (${roles})`
}

function unitText(unit: string): string {
  return /^\d/.test(unit) ? `${unit} units per percent` : unit
}
