import { useState } from 'react'
import { activityWords } from '../../components/orders/messages'
import type { Trade } from '../../components/orders/trade'
import { useServices } from '../../components/services'
import { useCoins } from '../../components/tokens/useCoins'
import { encodeOrder } from '../../orders/orderCodec'
import { parseJson, writeJson } from '../../protocol/json'
import { Button } from '../../ui/Button'
import { Segmented } from '../../ui/Choice'
import { Dialog } from '../../ui/Dialog'
import { useWords } from '../../ui/messages'
import { fileName, saveFile } from '../../ui/saveFile'
import { BundleForm } from './BundleForm'
import { genericCsv, koinlyCsv } from './csv'

/** Files of exactly the orders that are listed. */
export function Exports({ trades }: { trades: readonly Trade[] }) {
  const words = useWords(activityWords)
  const { clock } = useServices()
  const coinOf = useCoins()
  const [columns, setColumns] = useState<'all' | 'koinly'>('all')
  const [isBundling, setBundling] = useState(false)
  const isEmpty = trades.length === 0

  const saveCsv = () => {
    const text = (columns === 'koinly' ? koinlyCsv : genericCsv)(trades, coinOf)
    saveFile(fileName(columns === 'koinly' ? 'koinly' : 'orders', clock(), 'csv'), text, 'text/csv')
  }
  const saveJson = () => {
    const text = writeJson(trades.map(({ order }) => parseJson(encodeOrder(order))))
    saveFile(fileName('orders', clock(), 'json'), text, 'application/json')
  }

  return (
    <div className="flex flex-wrap items-end gap-2">
      <Segmented
        label={words.columns}
        isLabelHidden
        options={[
          { value: 'all', label: words.columnSets.all },
          { value: 'koinly', label: words.columnSets.koinly },
        ]}
        value={columns}
        onChange={setColumns}
      />
      <Button onClick={saveCsv} disabled={isEmpty}>
        {words.exportCsv}
      </Button>
      <Button onClick={saveJson} disabled={isEmpty}>
        {words.exportJson}
      </Button>
      <Button onClick={() => setBundling(true)} disabled={isEmpty}>
        {words.bundle}
      </Button>
      <Dialog title={words.bundle} isOpen={isBundling} onClose={() => setBundling(false)}>
        <BundleForm orders={trades.map(({ order }) => order)} onSaved={() => setBundling(false)} />
      </Dialog>
    </div>
  )
}
