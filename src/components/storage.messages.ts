import { defineMessages } from '../ui/messages'
import type { StorageProblem } from './services'

const storageMessages = defineMessages({ hint })

/** Why orders cannot be kept in this browser, and what to change. */
export function storageHint(problem: StorageProblem): string {
  return storageMessages.english.hint(problem)
}

function hint(problem: StorageProblem): string {
  const site = window.location.host
  return problem === 'blocked'
    ? `This browser blocks site data for this page, so orders cannot be kept safely. Allow site data for ${site}, then reload the page.`
    : `This browser does not open its storage, so orders cannot be kept. Allow site data for ${site}, check that the disk is not full, then reload the page.`
}
