import { defineMessages } from '../../ui/messages'

/** The names of both sides of a swap, on the start page and in the form that replaces it. */
export const pairMessages = defineMessages({
  pay: 'You pay',
  receive: 'You receive',
  tokenToPay: (token: NamedToken | undefined) => `Token to pay: ${named(token)}`,
  tokenToReceive: (token: NamedToken | undefined) => `Token to receive: ${named(token)}`,
})

type NamedToken = { readonly symbol: string; readonly chain: { readonly name: string } }

function named(token: NamedToken | undefined): string {
  return token ? `${token.symbol} on ${token.chain.name}` : 'select a token'
}
