import { useState } from 'react'
import { activityMessages } from '../../components/orders/messages'
import type { OrderSummary } from '../../components/orders/orderSummary'
import { useServices } from '../../components/services'
import { useCoins } from '../../components/tokens/useCoins'
import { encodeOrder } from '../../orders/store/orderCodec'
import { parseJson, writeJson } from '../../protocol/json/json'
import { Button } from '../../ui/Button'
import { Segmented } from '../../ui/Choice'
import { useMessages } from '../../ui/messages'
import { decimalMark, fileName, saveFile } from '../../ui/saveFile'
import { BundleButton } from './BundleButton'
import { genericCsv, type TaxProgram, taxCsv, taxPrograms } from './csv'

/** Files of exactly the orders that are listed. */
export function Exports({ summaries }: { summaries: readonly OrderSummary[] }) {
  const messages = useMessages(activityMessages)
  const { clock } = useServices()
  const coinOf = useCoins()
  const [columns, setColumns] = useState<'all' | TaxProgram>('all')
  const isEmpty = summaries.length === 0

  const saveCsv = () => {
    const text = columns === 'all' ? genericCsv(summaries, coinOf, decimalMark()) : taxCsv(columns, summaries, coinOf)
    saveFile(fileName(columns === 'all' ? 'orders' : columns, clock(), 'csv'), text, 'text/csv')
  }
  const saveJson = () => {
    const text = writeJson(summaries.map(({ order }) => parseJson(encodeOrder(order))))
    saveFile(fileName('orders', clock(), 'json'), text, 'application/json')
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label={messages.columns}
        isLabelHidden
        options={(['all', ...taxPrograms] as const).map((value) => ({ value, label: messages.columnSets[value] }))}
        value={columns}
        onChange={setColumns}
      />
      <Button size="small" onClick={saveCsv} disabled={isEmpty}>
        {messages.exportCsv}
      </Button>
      <Button size="small" onClick={saveJson} disabled={isEmpty}>
        {messages.exportJson}
      </Button>
      <BundleButton size="small" orders={summaries.map(({ order }) => order)} />
    </div>
  )
}
