import type {
  DeploymentFacts,
  DeploymentFinding,
  DeploymentFindingCode,
} from '../../preparation/doctor/deploymentFinding'
import { defineMessages } from '../../ui/messages'
import { refusalText } from '../refusal.messages'

type Texts = {
  readonly [Code in DeploymentFindingCode]: (facts: DeploymentFacts[Code]) => {
    /** What was found. */
    readonly is: string
    /** What it means for people, and what the operator can do. */
    readonly means?: string
  }
}

const texts: Texts = {
  'list.chains': ({ count, names }) => ({ is: `The service lists ${count} chains: ${names}.` }),
  'list.empty': () => ({
    is: 'The service lists no chains for this key.',
    means: 'Nothing can be traded. Ask whoever runs the service to enable chains for the key.',
  }),
  'list.left-out': ({ count }) => ({
    is: `${count} entries of the list contradict each other or cannot be read.`,
    means: 'They are left out. Inspect, Requests, names each.',
  }),
  'slippage.measured': ({ unit, percent }) => ({
    is: `Slippage is counted in ${unitText(unit)}: a slippage of 50 gave a minimum ${percent}% below the estimated amount.`,
    means: `Set TIDEGATE_SLIPPAGE_UNIT to "${unit}".`,
  }),
  'slippage.agrees': ({ unit }) => ({ is: `Quotes count slippage in ${unitText(unit)}, as the settings say.` }),
  'slippage.differs': ({ unit, configured }) => ({
    is: `Quotes count slippage in ${unitText(unit)}, the settings in ${unitText(configured)}.`,
    means: `People would trade at another tolerance than they chose. Set TIDEGATE_SLIPPAGE_UNIT to "${unit}".`,
  }),
  'slippage.unclear': () => ({
    is: 'No quote tells what a slippage of 1 means.',
    means: 'Basis points are assumed. A review warns when the minimum does not fit the chosen tolerance.',
  }),
  'slippage.not-asked': () => ({
    is: 'What a slippage of 1 means was not measured: no quote was requested.',
    means: 'Basis points are assumed unless TIDEGATE_SLIPPAGE_UNIT says otherwise.',
  }),
  'images.none-named': () => ({ is: 'No token names an image: letters stand in their place.' }),
  'images.set': ({ base }) => ({ is: `Token images are loaded from ${base}.` }),
  'images.found': ({ base }) => ({
    is: `Token images are at ${base}.`,
    means: `Set TIDEGATE_IMAGE_BASE_URL to "${base}".`,
  }),
  'images.unknown': () => ({
    is: 'Tokens name images, and it is not known where they are.',
    means: 'Letters stand in their place. Set TIDEGATE_IMAGE_BASE_URL when you know the address.',
  }),
  'chain.unknown-kind': ({ type }) => ({
    is: `The app does not know this kind of chain${type === '' ? '' : ` ("${type}")`}.`,
    means: 'Its tokens are listed and can be looked at, never traded.',
  }),
  'chain.switched-off': () => ({ is: 'The service has switched this chain off.', means: 'Nothing is traded on it.' }),
  'chain.bitcoin': () => ({
    is: 'Bitcoin is paid by hand, from a wallet of one’s own. No node is asked.',
  }),
  'chain.no-settings': () => ({
    is: 'The settings do not know this chain.',
    means: 'It is listed and can be looked at, not traded. Add it to TIDEGATE_CHAINS.',
  }),
  'chain.node': () => ({ is: 'A node answers for balances and simulations.' }),
  'chain.no-node': () => ({
    is: 'No node is configured.',
    means:
      'Balances and simulations need the person’s own wallet on this chain. Without it every swap is amber, because nothing could be simulated. Set rpcTarget.',
  }),
  'chain.no-wrapped': () => ({
    is: 'The wrapped coin is not known.',
    means: 'Swaps that wrap or unwrap the coin stay amber. Set wrappedNative.',
  }),
  'chain.no-genesis': () => ({
    is: 'The genesis hash is not known.',
    means: 'A node of another Solana network would not be noticed. Set genesisHash.',
  }),
  'chain.no-explorer': () => ({
    is: 'No explorer is known.',
    means: 'Transactions and addresses are shown without links. Set explorerUrl.',
  }),
  'chain.no-tokens': () => ({ is: 'No token of this chain can be read.', means: 'Nothing is traded on it.' }),
  'chain.unpriced': ({ count, of }) => ({
    is: `${count} of ${of} tokens have no price.`,
    means: 'Their trades show no price impact, and people must accept that.',
  }),
  'contract.trusted': (facts) => ({ is: `${contractText(facts)} is vouched for by the settings.` }),
  'contract.known': (facts) => ({
    is: `${contractText(facts)} has the code of ${facts.name}.`,
    means: 'Calls of it can be read. Swaps through it stay amber until you add it to trusted.',
  }),
  'contract.manager': (facts) => ({
    is:
      facts.name === ''
        ? `${contractText(facts)} is not vouched for.`
        : `${contractText(facts)} has the code of ${facts.name}.`,
    means: 'Every deposit through it is amber. Compare it with the exchange’s own list, then set positionManager.',
  }),
  'contract.unvouched': (facts) => ({
    is: `${contractText(facts)} is not vouched for.`,
    means:
      'Every swap through it is amber, because nobody has said that the contract belongs to the exchange. Compare it with the exchange’s own list, then add it to trusted.',
  }),
  'contract.proxy': (facts) => ({
    is: `${contractText(facts)} is a proxy: its owner can change what it does.`,
    means: 'Every swap through it is amber. Vouch for it only if you trust whoever can change it.',
  }),
  'contract.empty': (facts) => ({
    is: `There is no contract at ${contractText(facts)}.`,
    means: 'Swaps through it are blocked. Tell whoever runs the service.',
  }),
  'quote.answered': () => ({ is: 'The service answers quotes.' }),
  'quote.refused': ({ refusal }) => ({ is: `The service refused a quote. ${refusalText(refusal)}` }),
  'pools.read': ({ count }) => ({ is: `${count} pools can be read.` }),
  'pools.none': () => ({ is: 'The service lists no pools.', means: 'Nobody can add liquidity to a pool that exists.' }),
  'pools.refused': ({ refusal }) => ({
    is: `The list of pools was refused. ${refusalText(refusal)}`,
    means: 'No pools are shown.',
  }),
  'pools.managed': ({ count, of }) => ({
    is:
      count === 0
        ? 'The settings name the position manager.'
        : `${count} of ${of} pools name a position manager: deposits are signed by the person’s own wallet.`,
  }),
  'pools.unmanaged': () => ({
    is: 'Nothing names a position manager.',
    means:
      'After a deposit the app can only wait until the pool is seen to change. Set positionManager if the exchange has one.',
  }),
}

/** Texts of the findings about a deployment, on the operator's screen and in the doctor's report. */
export const deploymentMessages = defineMessages({
  finding: (finding: DeploymentFinding) => findingTexts(finding).is,
  meaning: (finding: DeploymentFinding) => findingTexts(finding).means ?? '',
})

function findingTexts<Code extends DeploymentFindingCode>({
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
