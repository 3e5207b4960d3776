/** Parts of paths of the tests of `npm run test:deep`: those that draw more, or only run, in depth. */
export const depths = [
  ...['.deep.test.ts', 'test/chaos', 'test/e2e', 'test/exchange/bridge', 'test/gateway/runtimes'],
  ...[
    'test/guard/attacks/enemyLists',
    'test/guard/ledger',
    'test/guard/movingMarket',
    'test/guard/property',
    'test/guard/record',
  ],
  ...['test/guard/soundness', 'test/guard/venues', 'test/journey/positionFigures', 'test/orders/anyStory'],
  ...['test/upstream/bentThroughGateway', 'test/upstream/mutations'],
]
