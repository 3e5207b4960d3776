import { useState } from 'react'
import { defaultPreferences, type Theme } from '../../components/preferences'
import { useServices } from '../../components/services'
import { usePreferences } from '../../components/usePreferences'
import { percentText } from '../../domain/text/figure'
import { rawSlippage } from '../../preparation/slippage'
import { readSlippage } from '../../preparation/typedSlippage'
import { Button } from '../../ui/Button'
import { Segmented, Switch } from '../../ui/Choice'
import { Dialog } from '../../ui/Dialog'
import { TextField } from '../../ui/Field'
import { Icon, type IconName } from '../../ui/Icon'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { AddressBook } from './AddressBook'
import { settingsMessages } from './messages'
import { SettingsFile } from './SettingsFile'

/** Trading and display preferences. Every change applies at once and is stored. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const messages = useMessages(settingsMessages)
  const { onlySwapTransactions, theme, hasShortcuts, contacts, change } = usePreferences((state) => state)
  const [resets, setResets] = useState(0)
  const reset = () => {
    // Names of addresses are not a setting: nothing could bring them back.
    change({ ...defaultPreferences, contacts })
    setResets(resets + 1)
  }
  return (
    <Dialog title={messages.title} isOpen onClose={onClose}>
      <div className="grid gap-6">
        <SlippageSetting key={resets} />
        <Switch
          label={messages.onlySwap}
          hint={messages.onlySwapHint}
          isOn={onlySwapTransactions}
          onChange={(onlySwapTransactions) => change({ onlySwapTransactions })}
        />
        <Segmented
          label={messages.theme}
          value={theme}
          options={themes.map((theme) => ({
            value: theme,
            label: (
              <>
                <Icon name={themeIcons[theme]} className="size-4" />
                {messages.themes[theme]}
              </>
            ),
          }))}
          onChange={(theme) => change({ theme })}
        />
        <Switch
          label={messages.shortcuts}
          hint={messages.shortcutsHint}
          isOn={hasShortcuts}
          onChange={(hasShortcuts) => change({ hasShortcuts })}
        />
        <AddressBook />
        <SettingsFile onImport={() => setResets(resets + 1)} />
        <div className="flex items-center justify-between gap-4 border-t border-line pt-5">
          <p className="text-fine text-quiet">{messages.resetHint}</p>
          <div className="shrink-0">
            <Button size="small" onClick={reset}>
              {messages.reset}
            </Button>
          </div>
        </div>
      </div>
    </Dialog>
  )
}

/** A typed or picked number. An invalid one is explained and changes nothing. */
function SlippageSetting() {
  const messages = useMessages(settingsMessages)
  const { deployment } = useServices()
  const { slippageBps, isAutoSlippage, change } = usePreferences((state) => state)
  const [draft, setDraft] = useState<string>()
  const text = draft ?? plainPercent(slippageBps)
  const typed = readSlippage(text)

  const type = (text: string) => {
    setDraft(text)
    const typed = readSlippage(text)
    if (typed.is === 'slippage') change({ slippageBps: typed.bps, isAutoSlippage: false })
  }
  const pick = (bps: number) => {
    setDraft(undefined)
    change({ slippageBps: bps, isAutoSlippage: false })
  }

  const pickAuto = () => {
    setDraft(undefined)
    change({ isAutoSlippage: true, slippageBps: defaultPreferences.slippageBps })
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
        hint={messages.sent(rawSlippage(slippageBps, deployment.slippageUnit), deployment.slippageUnit)}
        error={typed.is === 'invalid' && `${messages.invalid[typed.why]} ${messages.keeps(percentText(slippageBps))}`}
      />
      <Segmented
        label={messages.presets}
        isLabelHidden
        value={isAutoSlippage ? auto : presets.find((bps) => bps === slippageBps)?.toString()}
        options={[
          { value: auto, label: messages.auto },
          ...presets.map((bps) => ({ value: bps.toString(), label: percentText(bps) })),
        ]}
        onChange={(choice) => (choice === auto ? pickAuto() : pick(Number(choice)))}
      />
      {isAutoSlippage && (
        <details className="text-fine text-quiet">
          <summary className="min-h-6 rounded-small">{messages.autoNote}</summary>
          <ul className="mt-1 grid list-disc gap-0.5 ps-5">
            {Object.values(messages.autoRule).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
      {typed.is === 'slippage' && typed.level !== 'usual' && (
        <Notice kind="warn" isLive>
          {typed.level === 'tight' ? messages.tight : messages.loose(percentText(typed.bps))}
        </Notice>
      )}
    </div>
  )
}

/** The text of the box without its unit, such as `0.5`. */
function plainPercent(bps: number): string {
  return percentText(bps).replace(/[%,]/g, '')
}

const auto = 'auto'
const presets = [10, 50, 100]
const themes: readonly Theme[] = ['system', 'light', 'dark']
const themeIcons: Readonly<Record<Theme, IconName>> = { system: 'screen', light: 'sun', dark: 'moon' }
