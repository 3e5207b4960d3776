import { LiFiWidget } from '@lifi/widget'
import { EthereumProvider } from '@lifi/widget-provider-ethereum'
import { SolanaProvider } from '@lifi/widget-provider-solana'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const props = { integrator: 'bench', config: { providers: [EthereumProvider(), SolanaProvider()] } }
createRoot(document.getElementById('root')).render(createElement(LiFiWidget, props))
