import { defineMessages } from '../ui/messages'

/** What is said while the operator has halted the deployment. */
export const haltMessages = defineMessages({
  title: 'Signing is halted',
  halted: (message: string) => ['Whoever runs this deployment has halted it.', message].filter(Boolean).join(' '),
  next: 'Your wallet is asked for nothing until this is lifted. What was sent before is watched on, and Activity shows it.',
  unknownTitle: 'Signing is on hold',
  unknown: 'The app could not read whether this deployment is halted, so your wallet is asked for nothing.',
  unknownNext: 'It tries again every few seconds. If this stays, check your connection or reload the page.',
  lost: 'How to get out without this app could not be loaded: reload the page to read it.',
})
