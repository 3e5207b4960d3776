import { defineMessages } from '../../ui/messages'

export const helpMessages = defineMessages({
  title: 'Help',
  how: 'How Tidegate works',
  points: [
    'You keep your tokens. Tidegate prepares transactions; only your wallet can sign them.',
    'We read, check and simulate every transaction before your wallet asks you to sign. Any mismatch is blocked.',
    'Activity follows each step until it is done, and shows where your funds are if a step fails.',
  ].join('\n'),
  demo: 'Demo mode',
  demoIs:
    'Harbor, Delta and Reef are three test networks that run on this computer. Their tokens are worth nothing, so you can try everything.',
  terms: 'Glossary',
  licence: 'Licence',
  licenceIs:
    'Tidegate is open source under the MIT licence. Its typeface is Geist, under the SIL Open Font License 1.1.',
})
