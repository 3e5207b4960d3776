import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ordersWith } from '../../../../test/builders/orderService'
import { clientListing, eth, renderIn, servicesWith } from '../../../../test/services'
import { RecipientField } from './AddressFields'

const address = '0x00000000000000000000000000000000000000aa'
const nothing = () => {}

test.each([
  [`eth:${address}`, 'Written for the network “eth”, not for Harbor.'],
  [`ethereum:${address}@741001?value=1`, 'Only an address is read here. Remove “?value=1”.'],
  ['0x12', 'Not an address on Harbor'],
])('%s is refused as a recipient with its reason', (typed, reason) => {
  renderIn(
    servicesWith({ client: clientListing([eth]), orderService: ordersWith() }),
    <RecipientField
      typed={typed}
      recipient={{ is: 'invalid' }}
      buy={eth}
      onType={nothing}
      onConfirm={nothing}
      onRemove={nothing}
    />,
  )
  expect(screen.getByRole('textbox', { name: 'Recipient' })).toHaveAccessibleDescription(
    expect.stringContaining(reason),
  )
})
