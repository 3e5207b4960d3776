import { init } from '@jup-ag/plugin'
import '@jup-ag/plugin/css'

init({ displayMode: 'integrated', integratedTargetId: 'root' })
