import '@relayprotocol/relay-kit-ui/styles.css'
import { RelayKitProvider, SwapWidget } from '@relayprotocol/relay-kit-ui'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { http } from 'viem'
import { mainnet } from 'viem/chains'
import { createConfig, WagmiProvider } from 'wagmi'

const config = createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() } })
const widget = createElement(SwapWidget, { supportedWalletVMs: ['evm'] })
const relay = createElement(RelayKitProvider, { options: { appName: 'bench' } }, widget)
const queries = createElement(QueryClientProvider, { client: new QueryClient() }, relay)
createRoot(document.getElementById('root')).render(createElement(WagmiProvider, { config }, queries))
