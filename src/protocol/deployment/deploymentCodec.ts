import { chainKindNames } from '../../domain/chain'
import type {
  Deployment,
  DeploymentChain,
  EnsSettings,
  PinnedCode,
  PinnedToken,
  SlippageUnit,
  UnsReader,
  WalletConnectSettings,
} from './deployment'

/** Decodes `/config.json`. Optional settings have a default; a wrong one throws `InvalidConfiguration`. */
export function readDeployment(json: unknown): Deployment {
  const given = membersOf(json, 'the configuration')
  return {
    mode: oneOf(given.mode, ['embedded', 'hosted'], 'mode'),
    name: text(given.name, 'name'),
    apiBase: given.apiBase === undefined ? '' : text(given.apiBase, 'apiBase').replace(/\/+$/, ''),
    slippageUnit: slippageUnit(given.slippageUnit ?? 'basis points'),
    imageBaseUrl: optionalText(given.imageBaseUrl, 'imageBaseUrl'),
    chains: listOf(given.chains ?? [], 'chains').map((chain, index) => readChain(chain, `chains[${index}]`)),
    faucetUrl: optionalText(given.faucetUrl, 'faucetUrl'),
    ...(given.walletConnect === undefined ? {} : { walletConnect: readWalletConnect(given.walletConnect) }),
    ...(given.maxAnswerBytes === undefined ? {} : { maxAnswerBytes: whole(given.maxAnswerBytes, 'maxAnswerBytes') }),
    ...(given.ens === undefined ? {} : { ens: readEns(given.ens) }),
    ...(given.uns === undefined ? {} : { uns: readUns(given.uns) }),
    ...(given.safeOrigin === undefined ? {} : { safeOrigin: text(given.safeOrigin, 'safeOrigin') }),
    ...(given.rpcOrigins === undefined ? {} : { rpcOrigins: texts(given.rpcOrigins, 'rpcOrigins') }),
  }
}

function readWalletConnect(json: unknown): WalletConnectSettings {
  const given = membersOf(json, 'walletConnect')
  const relayUrl = text(given.relayUrl, 'walletConnect.relayUrl')
  if (!/^wss?:\/\//.test(relayUrl)) throw new InvalidConfiguration('walletConnect.relayUrl', 'a WebSocket address')
  return { projectId: text(given.projectId, 'walletConnect.projectId'), relayUrl }
}

function readEns(json: unknown): EnsSettings {
  const given = membersOf(json, 'ens')
  return {
    chainId: whole(given.chainId, 'ens.chainId'),
    universalResolver: text(given.universalResolver, 'ens.universalResolver'),
    gateways: texts(given.gateways ?? [], 'ens.gateways'),
  }
}

function readUns(json: unknown): readonly UnsReader[] {
  return listOf(json, 'uns').map((entry, index) => {
    const given = membersOf(entry, `uns[${index}]`)
    return {
      chainId: whole(given.chainId, `uns[${index}].chainId`),
      proxyReader: text(given.proxyReader, `uns[${index}].proxyReader`),
    }
  })
}

function slippageUnit(json: unknown): SlippageUnit {
  if (typeof json === 'number' && json > 0 && Number.isFinite(json)) return json
  return oneOf<Exclude<SlippageUnit, number>>(json, ['basis points', 'percent', 'per mille'], 'slippageUnit')
}

function readChain(json: unknown, at: string): DeploymentChain {
  const given = membersOf(json, at)
  const coin = membersOf(given.nativeCurrency, `${at}.nativeCurrency`)
  return {
    chainId: whole(given.chainId, `${at}.chainId`),
    kind: oneOf(given.kind, chainKindNames, `${at}.kind`),
    name: text(given.name, `${at}.name`),
    rpcUrls: texts(given.rpcUrls ?? [], `${at}.rpcUrls`),
    wsUrl: optionalText(given.wsUrl, `${at}.wsUrl`),
    ...(given.privateRpcUrl === undefined ? {} : { privateRpcUrl: text(given.privateRpcUrl, `${at}.privateRpcUrl`) }),
    explorerUrl: optionalText(given.explorerUrl, `${at}.explorerUrl`),
    nativeCurrency: {
      name: text(coin.name, `${at}.nativeCurrency.name`),
      symbol: text(coin.symbol, `${at}.nativeCurrency.symbol`),
      decimals: whole(coin.decimals, `${at}.nativeCurrency.decimals`),
    },
    wrappedNative: optionalText(given.wrappedNative, `${at}.wrappedNative`),
    trusted: texts(given.trusted ?? [], `${at}.trusted`),
    ...(given.escrows === undefined ? {} : { escrows: texts(given.escrows, `${at}.escrows`) }),
    positionManager: optionalText(given.positionManager, `${at}.positionManager`),
    ...(given.accountDelegates === undefined
      ? {}
      : { accountDelegates: texts(given.accountDelegates, `${at}.accountDelegates`) }),
    ...(given.feeCeiling === undefined ? {} : { feeCeiling: decimal(given.feeCeiling, `${at}.feeCeiling`) }),
    ...(given.codeHashes === undefined ? {} : { codeHashes: readCodeHashes(given.codeHashes, `${at}.codeHashes`) }),
    ...(given.tokens === undefined ? {} : { tokens: readTokens(given.tokens, `${at}.tokens`) }),
    confirmations: given.confirmations === undefined ? 1 : whole(given.confirmations, `${at}.confirmations`),
    genesisHash: optionalText(given.genesisHash, `${at}.genesisHash`),
  }
}

function readTokens(json: unknown, at: string): readonly PinnedToken[] {
  return listOf(json, at).map((entry, index) => {
    const given = membersOf(entry, `${at}[${index}]`)
    return {
      symbol: text(given.symbol, `${at}[${index}].symbol`),
      address: text(given.address, `${at}[${index}].address`),
    }
  })
}

function readCodeHashes(json: unknown, at: string): readonly PinnedCode[] {
  return listOf(json, at).map((entry, index) => {
    const given = membersOf(entry, `${at}[${index}]`)
    return {
      address: text(given.address, `${at}[${index}].address`),
      codeHash: text(given.codeHash, `${at}[${index}].codeHash`),
    }
  })
}

function membersOf(json: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new InvalidConfiguration(at, 'an object')
  return json as Readonly<Record<string, unknown>>
}

function listOf(json: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(json)) throw new InvalidConfiguration(at, 'a list')
  return json
}

function text(json: unknown, at: string): string {
  if (typeof json !== 'string') throw new InvalidConfiguration(at, 'a text')
  return json
}

function decimal(json: unknown, at: string): string {
  const given = text(json, at)
  if (!/^\d{1,12}(\.\d{1,18})?$/.test(given)) throw new InvalidConfiguration(at, 'an amount in whole coins')
  return given
}

function optionalText(json: unknown, at: string): string | undefined {
  return json === undefined || json === null || json === '' ? undefined : text(json, at)
}

function texts(json: unknown, at: string): readonly string[] {
  return listOf(json, at).map((entry, index) => text(entry, `${at}[${index}]`))
}

function whole(json: unknown, at: string): number {
  if (typeof json !== 'number' || !Number.isSafeInteger(json) || json < 0)
    throw new InvalidConfiguration(at, 'a whole number')
  return json
}

function oneOf<Choice extends string>(json: unknown, choices: readonly Choice[], at: string): Choice {
  const found = choices.find((choice) => choice === json)
  if (found === undefined) throw new InvalidConfiguration(at, choices.join(' or '))
  return found
}

/** A setting has the wrong type or value; the message names its path. */
export class InvalidConfiguration extends Error {
  override readonly name = 'UnreadableConfiguration'

  constructor(at: string, wanted: string) {
    super(`In /config.json, ${at} should be ${wanted}.`)
  }
}
