import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { readDeployment } from '../protocol/deployment/deployment'
import { knownChains } from '../protocol/deployment/knownChains'
import { readSettings } from './settings'

const read = (environment: Record<string, string>, argv: string[] = [], files: Record<string, string> = {}) =>
  readSettings(environment, argv, (path) => {
    const text = files[path]
    if (text === undefined) throw new Error('ENOENT')
    return text
  })

test('a member of a chain that is null counts as missing', () => {
  const nulls = { chainId: 1, name: null, wsUrl: null, trusted: null, nativeCurrency: null, privateRpcUrl: null }
  expect(read({ TIDEGATE_CHAINS: JSON.stringify([nulls]) }).chains[0]).toEqual(
    read({ TIDEGATE_CHAINS: '[{"chainId":1}]' }).chains[0],
  )
})

test('without settings the embedded exchange is used, on port 4173, for this computer only', () => {
  expect(read({})).toMatchObject({ port: 4173, host: '127.0.0.1', hosted: undefined, slippageUnit: 'basis points' })
})

test('two variables select a hosted service', () => {
  const settings = read({ TIDEGATE_BASE_URL: 'https://service.example/v1/', TIDEGATE_API_KEY: 'k' })
  expect(settings.hosted).toEqual({ baseUrl: 'https://service.example/v1', apiKey: 'k' })
  expect(settings.chains.find(({ chain }) => chain.chainId === 56)?.chain).toMatchObject({
    nativeCurrency: { symbol: 'BNB', decimals: 18 },
    wrappedNative: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    rpcUrls: [],
  })
})

test('an id opens wallets on other devices through the public relay, or through one that is named', () => {
  const id = { TIDEGATE_WALLETCONNECT_ID: 'p1' }
  expect(read({}).walletConnect).toBeUndefined()
  expect(read(id).walletConnect).toEqual({ projectId: 'p1', relayUrl: 'wss://relay.walletconnect.org' })
  for (const relayUrl of ['wss://relay.example/v1', 'ws://127.0.0.1:5000'])
    expect(read({ ...id, TIDEGATE_WALLETCONNECT_RELAY: relayUrl }).walletConnect?.relayUrl).toBe(relayUrl)
})

test('names are looked up on Ethereum where it has a node, on another chain where one is named, or nowhere', () => {
  const node = { TIDEGATE_CHAINS: '[{"chainId":1,"rpcTarget":"https://node.example/secret"}]' }
  const universalResolver = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'
  const own = `0x${'ab'.repeat(20)}`
  expect(read({}).ens).toBeUndefined()
  expect(read({ TIDEGATE_ENS: '1' }).ens).toEqual({ chainId: 1, universalResolver, gateways: [] })
  expect(read(node).ens).toMatchObject({ chainId: 1 })
  expect(read({ ...node, TIDEGATE_ENS: 'off' }).ens).toBeUndefined()
  expect(read({ TIDEGATE_ENS: `741001:${own}` }).ens).toMatchObject({ chainId: 741_001, universalResolver: own })
  const gateways = 'https://ccip.example, https://two.example/'
  expect(read({ ...node, TIDEGATE_ENS_GATEWAYS: gateways }).ens?.gateways).toEqual([
    'https://ccip.example',
    'https://two.example',
  ])
  for (const wrong of ['yes', '1:0x12', 'eth']) expect(() => read({ TIDEGATE_ENS: wrong })).toThrow('TIDEGATE_ENS must')
  for (const wrong of ['ccip.example', 'http://ccip.example', 'https://ccip.example/path'])
    expect(() => read({ ...node, TIDEGATE_ENS_GATEWAYS: wrong })).toThrow('TIDEGATE_ENS_GATEWAYS must')
  expect(() => read({ TIDEGATE_ENS_GATEWAYS: 'https://ccip.example' })).toThrow('but TIDEGATE_ENS is not')
})

test('names of Unstoppable Domains are read where both Polygon and Ethereum have a node, or where readers are named', () => {
  const nodes = (...ids: readonly number[]) => ({
    TIDEGATE_CHAINS: JSON.stringify(ids.map((chainId) => ({ chainId, rpcTarget: 'https://node.example/secret' }))),
  })
  expect(read(nodes(137, 1)).uns?.map(({ chainId }) => chainId)).toEqual([137, 1])
  expect(read(nodes(1, 8453, 137)).uns?.map(({ chainId }) => chainId)).toEqual([137, 8453, 1])
  expect(read(nodes(1)).uns).toBeUndefined()
  expect(read({ ...nodes(137, 1), TIDEGATE_UNS: 'off' }).uns).toBeUndefined()
  const proxyReader = `0x${'ab'.repeat(20)}`
  const named = read({ TIDEGATE_UNS: `137:${proxyReader}, 1:${proxyReader}` }).uns
  expect(named).toEqual([137, 1].map((chainId) => ({ chainId, proxyReader })))
  for (const wrong of ['on', '1:0x12', `${proxyReader}`])
    expect(() => read({ TIDEGATE_UNS: wrong })).toThrow('TIDEGATE_UNS must')
})

test('a private node is for EVM chains, and over HTTPS only', () => {
  const chains = (entry: object) => read({ TIDEGATE_CHAINS: JSON.stringify([entry]) }).chains
  const privateRpcUrl = 'https://private.example/rpc'
  expect(chains({ chainId: 1, privateRpcUrl })[0]?.chain.privateRpcUrl).toBe(privateRpcUrl)
  expect(chains({ chainId: 1 })[0]?.chain.privateRpcUrl).toBeUndefined()
  expect(() => chains({ chainId: 1, privateRpcUrl: 'http://private.example' })).toThrow('privateRpcUrl must be')
  const nativeCurrency = { name: 'Solana', symbol: 'SOL', decimals: 9 }
  expect(() => chains({ chainId: 5, kind: 'solana', name: 'S', nativeCurrency, privateRpcUrl })).toThrow(
    'EVM chains only',
  )
})

test("the fee ceiling matches the price of a known chain's native coin, and settings override it", () => {
  const ceilings = (entry: object) => read({ TIDEGATE_CHAINS: JSON.stringify([entry]) }).chains[0]?.chain.feeCeiling
  expect(ceilings({ chainId: 137 })).toBe('40')
  expect(ceilings({ chainId: 137, feeCeiling: '2.5' })).toBe('2.5')
  expect(ceilings({ chainId: 56 })).toBe('0.03')
  expect(ceilings({ chainId: 1 })).toBeUndefined()
  const ofPolygon = read({}).chains.find(({ chain }) => chain.chainId === 137)
  expect(ofPolygon?.chain.feeCeiling).toBe('40')
})

test('nodes that people choose may only be at origins that the operator named', () => {
  expect(read({}).rpcOrigins).toBeUndefined()
  expect(read({ TIDEGATE_RPC_ORIGINS: 'https://node.example, http://127.0.0.1:8545/' }).rpcOrigins).toEqual([
    'https://node.example',
    'http://127.0.0.1:8545',
  ])
  for (const wrong of ['*', 'https:', 'node.example', 'http://node.example', 'https://node.example/key'])
    expect(() => read({ TIDEGATE_RPC_ORIGINS: wrong })).toThrow('TIDEGATE_RPC_ORIGINS must be origins')
})

test('one origin may frame the app as a Safe App, and only if the operator names it', () => {
  expect(read({}).safeOrigin).toBeUndefined()
  expect(read({ TIDEGATE_SAFE_ORIGIN: 'https://app.safe.global' }).safeOrigin).toBe('https://app.safe.global')
  for (const wrong of ['*', 'https:', 'http://safe.example', 'https://safe.example/app', "'self'", 'https://*.example'])
    expect(() => read({ TIDEGATE_SAFE_ORIGIN: wrong }), wrong).toThrow('TIDEGATE_SAFE_ORIGIN must be')
  // URLs allow these in a name; in a policy they would begin another directive, or another word.
  for (const wrong of ['https://safe.example;', "https://safe.example'", 'https://safe.example;sandbox'])
    expect(() => read({ TIDEGATE_SAFE_ORIGIN: wrong }), wrong).toThrow('TIDEGATE_SAFE_ORIGIN must be')
  expect(() => read({ TIDEGATE_SAFE_ORIGIN: 'https://a.example, https://b.example' })).toThrow('must be one origin')
})

test("an operator's chain settings override the known chain and are completed from it", () => {
  const settings = read({
    TIDEGATE_CHAINS: '[{"chainId":1,"rpcTarget":"https://node.example/secret","confirmations":5}]',
  })
  expect(settings.chains.filter(({ chain }) => chain.chainId === 1)).toHaveLength(1)
  expect(settings.chains[0]).toMatchObject({
    rpcTarget: 'https://node.example/secret',
    chain: { name: 'Ethereum', rpcUrls: ['/rpc/1'], confirmations: 5, nativeCurrency: { symbol: 'ETH' } },
  })
  expect(JSON.stringify(settings.chains.map(({ chain }) => chain))).not.toContain('secret')
})

test('an operator can trust a well-known venue by its name, next to addresses', () => {
  const own = '0x00000000000000000000000000000000000000aa'
  const solana = { chainId: 900, kind: 'solana', name: 'Solana', nativeCurrency: { symbol: 'SOL', decimals: 9 } }
  const settings = read({
    TIDEGATE_CHAINS: JSON.stringify([
      { chainId: 1, trusted: [own, 'uniswap-universal-router', 'paraswap-v5'] },
      { ...solana, trusted: ['jupiter'] },
    ]),
  })
  expect(settings.chains[0]?.chain.trusted).toEqual([
    own,
    '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af',
    '0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57',
    '0x216B4B4Ba9F3e719726886d34a177484278Bfcae',
  ])
  expect(settings.chains[1]?.chain.trusted).toEqual(['JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'])
})

test('an operator pins the code of a contract; the pin reaches the browser', () => {
  const address = '0x00000000000000000000000000000000000000aa'
  const codeHash = `0x${'4b'.repeat(32)}`
  const { chains } = read({
    TIDEGATE_CHAINS: JSON.stringify([{ chainId: 1, trusted: [address], codeHashes: [{ address, codeHash }] }]),
  })
  expect(chains[0]?.chain.codeHashes).toEqual([{ address, codeHash }])
})

test('an operator names the code that accounts may run; it reaches the browser', () => {
  const address = '0x00000000000000000000000000000000000000aa'
  const { chains } = read({ TIDEGATE_CHAINS: JSON.stringify([{ chainId: 1, accountDelegates: [address] }]) })
  expect(chains[0]?.chain.accountDelegates).toEqual([address])
  const decoded = readDeployment({ mode: 'hosted', name: 'Tidegate', chains: [chains[0]?.chain] })
  expect(decoded.chains[0]?.accountDelegates).toEqual([address])
  const misspelt = JSON.stringify([{ chainId: 1, accountDelegates: ['uniswap-v3'] }])
  expect(() => read({ TIDEGATE_CHAINS: misspelt })).toThrow('accountDelegates[0] must be an address of this chain')
})

test('an operator names the escrows of a Solana chain; they reach the browser', () => {
  const [escrow, coin] = ['5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1', { symbol: 'SOL' }]
  const solana = {
    chainId: 7,
    kind: 'solana',
    name: 'Reef',
    nativeCurrency: coin,
    trusted: [escrow],
    escrows: [escrow],
  }
  const { chains } = read({ TIDEGATE_CHAINS: JSON.stringify([solana]) })
  const decoded = readDeployment({ mode: 'hosted', name: 'Tidegate', chains: [chains[0]?.chain] })
  expect(decoded.chains[0]?.escrows).toEqual([escrow])
  const wallet = { ...solana, escrows: [escrow, `native:${escrow}`] }
  expect(read({ TIDEGATE_CHAINS: JSON.stringify([wallet]) }).chains[0]?.chain.escrows).toEqual(wallet.escrows)
  const elsewhere = JSON.stringify([{ chainId: 1, escrows: ['0x00000000000000000000000000000000000000aa'] }])
  expect(() => read({ TIDEGATE_CHAINS: elsewhere })).toThrow('escrows is for Solana only.')
})

test('escrows that no one vouches for, an empty list of them and invalid addresses are refused', () => {
  const [vouched, other] = [
    '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1',
    'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
  ]
  const solana = { chainId: 7, kind: 'solana', name: 'Reef', nativeCurrency: { symbol: 'SOL' }, trusted: [vouched] }
  const reading = (escrows: readonly string[]) => () =>
    read({ TIDEGATE_CHAINS: JSON.stringify([{ ...solana, escrows }]) })
  expect(reading([])).toThrow('TIDEGATE_CHAINS[0].escrows names nothing')
  for (const stranger of [other, `native:${other}`])
    expect(reading([vouched, stranger])).toThrow(
      `TIDEGATE_CHAINS[0].escrows names "${stranger}", which has to be in "trusted" as well.`,
    )
  for (const text of ['jupiter', `coin:${vouched}`, 'native:'])
    expect(reading([text])).toThrow('TIDEGATE_CHAINS[0].escrows[0] must be an address of this chain')
})

test('the chains can be read from a file', () => {
  const chain = { chainId: 741001, name: 'Harbor', nativeCurrency: { symbol: 'ETH' } }
  const settings = read({ TIDEGATE_CHAINS: 'chains.json' }, [], { 'chains.json': JSON.stringify([chain]) })
  expect(settings.chains[0]?.chain).toMatchObject({ name: 'Harbor', kind: 'evm', rpcUrls: [] })
})

test('the folder of the chains is set by the command or the environment', () => {
  expect(read({}, ['--persist', 'here']).persistDir).toBe('here')
  expect(read({}, ['--persist=here']).persistDir).toBe('here')
  expect(read({ TIDEGATE_PERSIST: 'there' }).persistDir).toBe('there')
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http".'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000".'],
  [{ TIDEGATE_BASE_URL: 'service.example' }, 'TIDEGATE_BASE_URL must be an address such as https://example.org'],
  [{ TIDEGATE_BASE_URL: 'ftp://service.example' }, 'TIDEGATE_BASE_URL must be an address such as https://example.org'],
  [{ TIDEGATE_BASE_URL: 'http://service.example' }, 'TIDEGATE_BASE_URL must start with https://'],
  [{ TIDEGATE_API_KEY: 'k' }, 'TIDEGATE_API_KEY is set but TIDEGATE_BASE_URL is not'],
  [{ TIDEGATE_BASE_URL: 'https://s.example', TIDEGATE_API_KEY: 'a\nb' }, 'TIDEGATE_API_KEY has characters'],
  [{ TIDEGATE_SLIPPAGE_UNIT: 'bananas' }, 'TIDEGATE_SLIPPAGE_UNIT must be "basis points", "percent" or "per mille"'],
  [{ TIDEGATE_CHAINS: 'gone.json' }, 'TIDEGATE_CHAINS names the file "gone.json", which cannot be read.'],
  [{ TIDEGATE_CHAINS: '[{' }, 'TIDEGATE_CHAINS is neither a JSON array nor a file that holds one.'],
  [{ TIDEGATE_CHAINS: '[{}]' }, 'TIDEGATE_CHAINS[0].chainId is missing.'],
  [{ TIDEGATE_CHAINS: '[5]' }, 'TIDEGATE_CHAINS[0] must be an object.'],
  [{ TIDEGATE_CHAINS: '[{"chainId":741001}]' }, 'TIDEGATE_CHAINS[0].name is missing'],
  [{ TIDEGATE_CHAINS: '[{"chainId":741001,"name":"H"}]' }, 'TIDEGATE_CHAINS[0].nativeCurrency is missing'],
  [
    { TIDEGATE_CHAINS: '[{"chainId":1,"rpcUrls":["javascript:1"]}]' },
    'TIDEGATE_CHAINS[0].rpcUrls[0] must be an address',
  ],
  [{ TIDEGATE_HISTORY_DAYS: '-1' }, 'TIDEGATE_HISTORY_DAYS must be a number of days'],
  [
    { TIDEGATE_SLIPAGE_UNIT: 'percent' },
    'TIDEGATE_SLIPAGE_UNIT is not a setting. Did you mean TIDEGATE_SLIPPAGE_UNIT?',
  ],
  [{ tidegate_base_url: 'https://s.example' }, 'tidegate_base_url is not a setting. Did you mean TIDEGATE_BASE_URL?'],
  [{ TIDEGATE_WEATHER: 'fine' }, 'TIDEGATE_WEATHER is not a setting.'],
  [{ TIDEGATE_BASE_URL: 'https://s.example/?key=1' }, 'TIDEGATE_BASE_URL must not have a query'],
  [{ TIDEGATE_BASE_URL: 'https://:secret@s.example' }, 'TIDEGATE_BASE_URL must be an address'],
  [{ TIDEGATE_WALLETCONNECT_RELAY: 'wss://r.example' }, 'TIDEGATE_WALLETCONNECT_RELAY is set but'],
  [{ TIDEGATE_WALLETCONNECT_ID: 'a b' }, 'TIDEGATE_WALLETCONNECT_ID must be the id of a project'],
  [
    { TIDEGATE_WALLETCONNECT_ID: 'p', TIDEGATE_WALLETCONNECT_RELAY: 'ws://r.example' },
    'TIDEGATE_WALLETCONNECT_RELAY must be an address such as wss://relay.walletconnect.org',
  ],
  [
    { TIDEGATE_WALLETCONNECT_ID: 'p', TIDEGATE_WALLETCONNECT_RELAY: 'wss://r.example/?key=1' },
    'TIDEGATE_WALLETCONNECT_RELAY must be an address',
  ],
  [{ TIDEGATE_LIVE: 'off' }, 'TIDEGATE_LIVE must be "yes" or "no", not "off".'],
  [{ TIDEGATE_LOG: 'debug' }, 'TIDEGATE_LOG must be "requests" or "problems", not "debug".'],
  [{ TIDEGATE_METRICS_TOKEN: 'short' }, 'TIDEGATE_METRICS_TOKEN must have at least 16 characters'],
  [
    { TIDEGATE_CHAINS: '[{"chainId":1,"rpcURL":"https://n.example"}]' },
    'TIDEGATE_CHAINS[0].rpcURL is not a setting. Did you mean rpcUrls?',
  ],
  [
    { TIDEGATE_CHAINS: '[{"chainId":1,"trustd":[]}]' },
    'TIDEGATE_CHAINS[0].trustd is not a setting. Did you mean trusted?',
  ],
  [{ TIDEGATE_CHAINS: '[{"chainId":1,"__proto__":{"trusted":[]}}]' }, 'TIDEGATE_CHAINS[0].__proto__ is not a setting.'],
  [
    { TIDEGATE_CHAINS: '[{"chainId":1,"nativeCurrency":{"symbol":"ETH","__proto__":{"decimals":6}}}]' },
    'TIDEGATE_CHAINS[0].nativeCurrency.__proto__ is not a setting.',
  ],
  [
    {
      TIDEGATE_CHAINS:
        '[{"chainId":1,"codeHashes":[{"address":"0x00000000000000000000000000000000000000aa","codeHash":"0x12"}]}]',
    },
    'TIDEGATE_CHAINS[0].codeHashes[0].codeHash must be 32 bytes in hex, not "0x12".',
  ],
  [
    { TIDEGATE_CHAINS: '[{"chainId":1,"trusted":["0x12"]}]' },
    'TIDEGATE_CHAINS[0].trusted[0] must be an address of this chain, not "0x12".',
  ],
  [
    { TIDEGATE_CHAINS: '[{"chainId":1,"trusted":["1inch-v7"]}]' },
    'TIDEGATE_CHAINS[0].trusted[0] must be an address of this chain, not "1inch-v7". Did you mean 1inch-v5?',
  ],
  [
    { TIDEGATE_CHAINS: '[{"chainId":56,"trusted":["uniswap-v2"]}]' },
    'TIDEGATE_CHAINS[0].trusted[0]: no uniswap-v2 is known on chain 56.',
  ],
  [
    { TIDEGATE_CHAINS: '[{"chainId":1,"positionManager":"uniswap"}]' },
    'TIDEGATE_CHAINS[0].positionManager must be an address',
  ],
  [{ TIDEGATE_CHAINS: '[{"chainId":1,"wrappedNative":"0x"}]' }, 'TIDEGATE_CHAINS[0].wrappedNative must be an address'],
  [
    { TIDEGATE_CHAINS: '[{"chainId":1,"tokens":[{"symbol":"USDC","address":"USDC"}]}]' },
    'TIDEGATE_CHAINS[0].tokens[0].address must be an address',
  ],
  [
    { TIDEGATE_CHAINS: '[{"chainId":1,"nativeCurrency":{"symbol":"ETH","decimal":6}}]' },
    'TIDEGATE_CHAINS[0].nativeCurrency.decimal is not a setting. Did you mean decimals?',
  ],
  [
    { TIDEGATE_CHAINS: '[{"chainId":1,"trusted":["0xE592427A0AEce92De3Edee1F18E0157C05861565"]}]' },
    'TIDEGATE_CHAINS[0].trusted[0]: the capital letters of "0xE592427A0AEce92De3Edee1F18E0157C05861565" do not fit',
  ],
  [
    { TIDEGATE_CHAINS: '[{"chainId":1,"positionManager":"0xC36442b4a4522E871399CD717aBDD847Ab11Fe88"}]' },
    'TIDEGATE_CHAINS[0].positionManager: the capital letters of',
  ],
  [
    { TIDEGATE_PUBLIC_URL: 'https://swap.example/app' },
    'TIDEGATE_PUBLIC_URL must have no path and no query: people reach the app at https://swap.example.',
  ],
  [{ TIDEGATE_IMAGE_BASE_URL: 'https://img.example?v=1' }, 'TIDEGATE_IMAGE_BASE_URL must not have a query'],
  [{ TIDEGATE_CHAINS: '[{"chainId":1},{"chainId":1}]' }, 'TIDEGATE_CHAINS names chain 1 twice.'],
])('%j is refused with a sentence: %s', (environment, sentence) => {
  expect(() => read(environment)).toThrow(sentence)
})

test('a flag without its value is refused with what is missing', () => {
  expect(() => read({}, ['--persist'])).toThrow('--persist needs a value')
})

test.each([
  [['--persit', 'chains'], '"--persit" is not a flag of this command. Did you mean --persist?'],
  [['--history-day=2'], '"--history-day=2" is not a flag of this command. Did you mean --history-days?'],
  [['chains'], '"chains" is not a flag of this command. Flags come after two dashes: npm start -- --persist DIR.'],
  [['--persist', 'chains', 'more'], '"more" is not a flag of this command.'],
])('the flags %j are refused with a sentence: %s', (argv, sentence) => {
  expect(() => read({}, argv)).toThrow(sentence)
})

test('addresses of well-known networks have a valid checksum, and no network is listed twice', () => {
  for (const { wrappedNative } of knownChains) expect(getAddress(wrappedNative ?? '')).toBe(wrappedNative)
  expect(new Set(knownChains.map(({ chainId }) => chainId)).size).toBe(knownChains.length)
})

test('the limits of TIDEGATE_LIMITS replace the defaults one by one, and anything unreadable is refused', () => {
  expect(read({}).limits).toMatchObject({ quotesPerMinute: 120, inFlightPerCaller: 8, drainSeconds: 0 })
  expect(read({ TIDEGATE_LIMITS: '{"quotesPerMinute":300,"drainSeconds":10}' }).limits).toMatchObject({
    quotesPerMinute: 300,
    depositsPerMinute: 20,
    drainSeconds: 10,
  })
  const refused: [string, string][] = [
    ['{"quotePerMinute":300}', 'has no limit "quotePerMinute". Did you mean quotesPerMinute?'],
    ['{"__proto__":{"drainSeconds":10}}', 'has no limit "__proto__".'],
    ['{"quotesPerMinute":0}', 'quotesPerMinute must be a whole number from 1 to 100000.'],
    ['{"quotesPerMinute":"300"}', 'quotesPerMinute must be a whole number'],
    ['{"drainSeconds":601}', 'drainSeconds must be a whole number from 0 to 600.'],
    ['300', 'must be a JSON object'],
    ['{', 'is not JSON'],
  ]
  for (const [text, why] of refused) expect(() => read({ TIDEGATE_LIMITS: text })).toThrow(why)
})

test('the variables that Kubernetes sets for a Service named tidegate are no settings of ours', () => {
  const links = {
    TIDEGATE_SERVICE_HOST: '10.0.0.1',
    TIDEGATE_SERVICE_PORT: '4173',
    TIDEGATE_SERVICE_PORT_HTTP: '4173',
    TIDEGATE_PORT: 'tcp://10.0.0.1:4173',
    TIDEGATE_PORT_4173_TCP: 'tcp://10.0.0.1:4173',
    TIDEGATE_PORT_4173_TCP_ADDR: '10.0.0.1',
  }
  expect(read(links).port).toBe(4173)
  expect(() => read({ TIDEGATE_PORTS: '1' })).toThrow('TIDEGATE_PORTS is not a setting')
})

test('a file of chains that begins with a byte order mark is read', () => {
  const files = { 'chains.json': '\uFEFF[{"chainId":1}]' }
  expect(read({ TIDEGATE_CHAINS: 'chains.json' }, [], files).chains[0]?.chain.chainId).toBe(1)
})
