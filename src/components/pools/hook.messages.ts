import { defineMessages } from '../../ui/messages'

const hookMessages = defineMessages({
  hook: (address: string) =>
    `The hook contract ${address} runs with every swap, deposit and withdrawal in this pool: it can change the fee, or refuse them.`,
})

/** A sentence of its own: the form of a deposit loads no other remarks. */
export function hookText(address: string): string {
  return hookMessages.english.hook(address)
}
