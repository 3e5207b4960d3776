import type { Chain } from '../../../domain/chain'
import { TextField } from '../../../ui/Field'
import { useWords } from '../../../ui/words'
import type { Payer } from './payer'
import { byHandWords } from './words'

type PayerFieldProps = { typed: string; payer: Payer; chain: Chain; onType: (typed: string) => void }

/** Where a refund goes: all that is asked of somebody who pays from a wallet of their own. */
export function PayerField({ typed, payer, chain, onType }: PayerFieldProps) {
  const words = useWords(byHandWords)
  return (
    <TextField
      label={words.payer}
      value={typed}
      onChange={onType}
      maxLength={120}
      hint={words.payerNote(chain)}
      {...(payer.is === 'invalid' && { error: words.payerInvalid(chain) })}
    />
  )
}
