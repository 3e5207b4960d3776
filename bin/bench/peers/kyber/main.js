import { Widget } from '@kyberswap/widgets'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const props = { client: 'bench', chainId: 1, connectedAccount: { chainId: 1 }, onSubmitTx: async () => '' }
createRoot(document.getElementById('root')).render(createElement(Widget, props))
