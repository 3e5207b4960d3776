import { defineMessages } from '../../../ui/messages'

/** The words of the menu of a row, loaded with it. */
export const rowMenuMessages = defineMessages({
  copyAddress: 'Copy address',
  copied: 'Address copied',
  favourite: 'Add to favourites',
  unfavourite: 'Remove from favourites',
  compare: 'Add to comparison',
  uncompare: 'Remove from comparison',
})
