import { useRef } from 'react'
import type { Proposal } from '../../../components/positions/proposal'
import { useServices } from '../../../components/services'
import { BalanceLine } from '../../../components/tokens/BalanceLine'
import { imageOf } from '../../../components/tokens/image'
import { typedNumberMessages } from '../../../components/typedNumber.messages'
import { fromUnits } from '../../../domain/amount'
import type { PoolSide } from '../../../domain/liquidity/liquidity'
import { dollarValueOf } from '../../../domain/prices/price'
import { amountFigure, dollarText, figureText } from '../../../domain/text/figure'
import type { Token } from '../../../domain/token'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Switch } from '../../../ui/Choice'
import { classes } from '../../../ui/classes'
import { Field } from '../../../ui/Field'
import { useFittedText } from '../../../ui/hooks/useFittedText'
import { useGroupedDigits } from '../../../ui/hooks/useGroupedDigits'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { TokenMark } from '../../../ui/TokenMark'
import { liquidityMessages } from '../messages'
import { StepTitle } from '../StepTitle'
import type { AddLiquidity } from '../useAddLiquidity'

/** Both amounts. One is typed, the other is computed; a token the range does not need is disabled, with the reason. */
export function DepositFields({ liquidity }: { liquidity: AddLiquidity }) {
  const messages = useMessages(liquidityMessages)
  const { form, funds, deposit, actions } = liquidity
  const { proposal } = deposit
  const { paid, coin, reserve } = funds
  const { fillUp, change } = actions
  if (!proposal || !paid) return null
  return (
    <Card
      title={<StepTitle step={liquidity.hasTarget ? undefined : 3}>{messages.deposit}</StepTitle>}
      actions={
        fillUp && (
          <Button size="small" title={messages.maxNote} onClick={fillUp}>
            {messages.most}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        <AmountField side="amount0" token={paid.token0} proposal={proposal} liquidity={liquidity} />
        <AmountField side="amount1" token={paid.token1} proposal={proposal} liquidity={liquidity} />
        {coin && (
          <Switch
            label={messages.payCoin(coin.coin.symbol, coin.wrapped.symbol)}
            hint={
              <>
                {messages.payCoinNote(coin.coin.symbol)}{' '}
                {form.paysCoin &&
                  fillUp &&
                  messages.reserveNote(
                    `${figureText(amountFigure({ token: coin.coin, units: reserve }, { significant: 2 }))} ${coin.coin.symbol}`,
                  )}
              </>
            }
            isOn={form.paysCoin}
            onChange={(paysCoin) => change({ paysCoin })}
          />
        )}
      </div>
    </Card>
  )
}

type AmountFieldProps = { side: PoolSide; token: Token; proposal: Proposal; liquidity: AddLiquidity }

function AmountField({ side, token, proposal, liquidity: { form, funds, actions } }: AmountFieldProps) {
  const messages = useMessages(liquidityMessages)
  const numbers = useMessages(typedNumberMessages)
  const { deployment } = useServices()
  const lock = proposal.locks[side]
  const isGiven = proposal.given === side
  const units = proposal.deposit?.[side]
  const text = lock ? '' : isGiven ? form.amount : units === undefined ? '' : fromUnits(units, token.decimals)
  const value = dollarValueOf({ token, units: units ?? 0n })
  const isUnread = isGiven && proposal.typed.is === 'invalid'
  const input = useRef<HTMLInputElement>(null)
  const grouped = useGroupedDigits(input, text, (text) => actions.type(side, text))
  useFittedText(input, grouped.value, 28)
  return (
    <Field
      label={messages.amount(token.symbol)}
      hint={lock && messages.lockNote(lock)}
      error={isGiven && !lock ? numbers.ofAmount(proposal.typed, token) : undefined}
    >
      {(control) => (
        <div
          className={classes(
            'grid gap-1 rounded-control border bg-well px-3 py-2 focus-within:border-action focus-within:outline-2 focus-within:outline-action has-aria-invalid:border-red',
            lock ? 'border-dashed border-edge' : 'border-transparent hover:border-line contrast-more:border-edge',
          )}
        >
          <div className="flex items-center justify-end gap-3 has-[[data-long]]:flex-wrap">
            <input
              ref={input}
              {...control}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              spellCheck={false}
              maxLength={80}
              placeholder={lock ? messages.locked : '0'}
              {...grouped}
              disabled={lock !== undefined}
              className="min-h-11 w-full min-w-0 bg-transparent text-title data-long:basis-full text-ink tabular-nums outline-none placeholder:text-quiet disabled:cursor-not-allowed"
            />
            {lock && <Icon name="block" className="size-4.5 text-quiet" />}
            <span className="inline-flex items-center gap-2 font-medium text-ink">
              <TokenMark symbol={token.symbol} address={token.address} src={imageOf(deployment, token)} size="small" />
              <bdi translate="no">{token.symbol}</bdi>
            </span>
          </div>
          <div className="flex min-h-5 flex-wrap justify-between gap-x-4 text-fine text-quiet tabular-nums">
            <span>{!lock && !isUnread && (value ? dollarText(value) : messages.noPrice)}</span>
            <BalanceLine balance={funds.balances[side]} token={token} isShown={funds.account !== undefined} />
          </div>
        </div>
      )}
    </Field>
  )
}
