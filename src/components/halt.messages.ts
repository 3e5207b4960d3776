import { defineMessages } from '../ui/messages'

/** Texts shown while the operator has halted the deployment. */
export const haltMessages = defineMessages({
  title: 'Trading is paused',
  halted: (message: string) => ['The operator has paused trading.', message].filter(Boolean).join(' '),
  next: 'You cannot send new transactions until trading resumes. Pending ones are still tracked in Activity.',
  unknownTitle: 'Trading is on hold',
  unknown: 'Could not check whether trading is paused, so nothing is sent to your wallet.',
  unknownNext: 'Trying again every few seconds. If this continues, check your connection or reload the page.',
  lost: 'Instructions for withdrawing without this app could not be loaded. Reload the page to read them.',
})
