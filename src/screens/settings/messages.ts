import { defineMessages } from '../../ui/messages'
import type { NodeCheck } from '../../wallets/nodeNetwork'
import type { TypedNode } from '../../wallets/ownNodes'

/** The words of the settings dialog. */
export const settingsMessages = defineMessages({
  title: 'Settings',
  language: 'Language',
  languageFailed: 'This language could not be loaded. Choose it again.',
  theme: 'Appearance',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  shortcuts: 'Keyboard shortcuts',
  shortcutsHint: 'Single keys: ? lists them. Ctrl K or ⌘ K always opens the search.',
  nodes: {
    title: (count: number) => (count === 0 ? 'Your own RPC nodes' : `Your own RPC nodes (${count})`),
    list: 'Nodes you use',
    forget: (network: string) => `Stop using your node for ${network}`,
    trust:
      'Your node is asked first. Checks and balances rely on its answers, and it sees your addresses. EVM wallets still send through their own nodes.',
    allowed: (origins: string) => `This page may connect to nodes at: ${origins}`,
    forbidden:
      'This page may only connect to addresses that its operator allows, and no nodes of yours are among them.',
    full: 'This browser could not store the change: its storage is full or blocked. Nothing was changed.',
    network: 'Network',
    address: 'RPC address',
    check: 'Check and use',
    used: (network: string) => `The node belongs to ${network}. It is used from now on.`,
    invalid: {
      'not an address': 'Enter an address such as https://node.example.',
      'not safe': 'Use https://. Plain http:// is safe only on this computer.',
      'with password': 'Browsers do not send a name and password in an address.',
    } satisfies Record<Extract<TypedNode, { is: 'invalid' }>['why'], string>,
    notAllowed: (origin: string) => `This page may not connect to ${origin}. Its operator must allow it first.`,
    found: {
      'another network': (network: string) => `This node does not belong to ${network}. Nothing was changed.`,
      'no answer': () => 'The node did not answer. It must also allow requests from this page (CORS).',
    } satisfies Record<Exclude<NodeCheck, 'right network'>, (network: string) => string>,
  },
  privateNodes: {
    title: 'MEV protection',
    why: 'Public nodes show your swap before it is in a block, so bots can trade ahead of it. A private node does not. Add it to your wallet and select it there.',
    add: 'Add to wallet',
    addFor: (network: string) => `Add the private node for ${network} to the wallet`,
    offered: (network: string) =>
      `Your wallet has the node. Select it there for ${network}: no page can see which one is in use.`,
    notAdded: 'The wallet did not add the node.',
  },
  addressBook: (count: number) => `Address book (${count})`,
  forget: (name: string) => `Forget ${name}`,
  export: 'Export settings',
  import: 'Import settings',
  file: 'File with settings',
  imported: 'Settings imported.',
  notOurs: 'This is not a file with settings.',
  reset: 'Reset settings',
  resetHint: 'Restores defaults and clears recent tokens. Your activity and saved addresses are kept.',
})
