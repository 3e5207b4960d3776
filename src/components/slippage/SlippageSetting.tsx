import { useState } from 'react'
import { fromUnits } from '../../domain/amount'
import { percentText } from '../../domain/text/figure'
import { isNotANumber } from '../../domain/typedNumber'
import { readSlippage, type TypedSlippage } from '../../preparation/typedSlippage'
import { Segmented } from '../../ui/Choice'
import { TextField } from '../../ui/Field'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Details } from '../../ui/Rows'
import { defaultPreferences } from '../preferences'
import { typedNumberMessages } from '../typedNumber.messages'
import { usePreferences } from '../usePreferences'
import { slippageMessages } from './messages'

/** A typed or picked number. An invalid one is explained and changes nothing. */
export function SlippageSetting() {
  const messages = useMessages(slippageMessages)
  const numbers = useMessages(typedNumberMessages)
  const { slippageBps, isAutoSlippage, change } = usePreferences((state) => state)
  const [draft, setDraft] = useState<string>()
  const text = draft ?? fromUnits(BigInt(slippageBps), 2)
  const typed = readSlippage(text)
  const problem = (typed: Extract<TypedSlippage, { is: 'invalid' }>) =>
    isNotANumber(typed) ? numbers.problem(typed, messages.example) : messages.invalid[typed.why]

  const type = (text: string) => {
    setDraft(text)
    const typed = readSlippage(text)
    if (typed.is === 'slippage') change({ slippageBps: typed.bps, isAutoSlippage: false })
  }
  const pick = (choice: string) => {
    setDraft(undefined)
    const isAutoSlippage = choice === auto
    change({ isAutoSlippage, slippageBps: isAutoSlippage ? defaultPreferences.slippageBps : Number(choice) })
  }

  return (
    <div className="grid gap-3">
      <TextField
        label={messages.slippage}
        value={text}
        onChange={type}
        inputMode="decimal"
        maxLength={12}
        isFigure
        trail={<span className="text-quiet">%</span>}
        error={typed.is === 'invalid' && `${problem(typed)} ${messages.keeps(percentText(slippageBps))}`}
      />
      <Segmented
        label={messages.presets}
        isLabelHidden
        value={isAutoSlippage ? auto : presets.find((bps) => bps === slippageBps)?.toString()}
        options={[
          { value: auto, label: messages.auto },
          ...presets.map((bps) => ({ value: bps.toString(), label: percentText(bps) })),
        ]}
        onChange={pick}
      />
      {isAutoSlippage && (
        <Details summary={messages.autoNote} isPlain>
          <ul className="grid list-disc gap-0.5 ps-5 text-fine text-quiet">
            {Object.values(messages.autoRule).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Details>
      )}
      {typed.is === 'slippage' && typed.level !== 'usual' && (
        <Notice kind="warn" isLive>
          {typed.level === 'tight' ? messages.tight : messages.loose(percentText(typed.bps))}
        </Notice>
      )}
    </div>
  )
}

const auto = 'auto'
const presets = [10, 50, 100]
