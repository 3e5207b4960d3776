import { defineMessages } from '../../../ui/messages'

/** How the list is searched and worked by keyboard, loaded when a person asks. */
export const queryHelpMessages = defineMessages({
  terms: {
    words: 'weth usdc — words in symbols, names and addresses',
    token: 'token:WETH — one token by symbol or address',
    more: 'tvl>1e5 fee<0.3 apr:10..50 — dollars; fee and APR in percent; k, m, b for thousands and more',
    tick: 'tick:-887220..0 — from one tick to another',
    missing: 'missing:apr zero:volume unclear:tvl — fields that are missing, zero or unclear',
    flags: 'is:meme is:favourite is:listed is:remarked is:stale network:Harbor — kinds of pools',
    not: '-token:USDT — not this one',
  },
  keys: 'Shortcuts',
  keysHint:
    '/ search · j k next and previous pool · Enter open · f favourite · c compare · Shift+E export CSV · off in Settings',
})
