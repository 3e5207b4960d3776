import { useRef } from 'react'
import type { Proposal } from '../../../components/positions/proposal'
import { BalanceLine } from '../../../components/tokens/BalanceLine'
import type { BalanceState } from '../../../components/tokens/useBalance'
import { typedNumberMessages } from '../../../components/typedNumber.messages'
import { fromUnits, type TypedAmount } from '../../../domain/amount'
import type { PoolSide } from '../../../domain/liquidity/liquidity'
import { dollarValueOf } from '../../../domain/prices/price'
import { amountFigure, dollarText, figureText } from '../../../domain/text/figure'
import type { Token } from '../../../domain/token'
import { isNotANumber } from '../../../domain/typedNumber'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Switch } from '../../../ui/Choice'
import { classes } from '../../../ui/classes'
import { Field } from '../../../ui/Field'
import { useFittedText } from '../../../ui/hooks/useFittedText'
import { useGroupedDigits } from '../../../ui/hooks/useGroupedDigits'
import { Icon } from '../../../ui/Icon'
import { type Localized, useMessages } from '../../../ui/messages'
import { TokenMark } from '../../../ui/TokenMark'
import { liquidityMessages } from '../messages'
import { StepTitle } from '../StepTitle'

export type DepositFieldsProps = {
  /** Its place among the steps of a deposit; `undefined` where a position is increased. */
  readonly step: number | undefined
  readonly proposal: Proposal
  readonly typed: string
  /** The tokens that are deposited, in the pool's order: the native coin where it replaces its wrapped form. */
  readonly paid: Readonly<Record<PoolSide, Token>>
  readonly balances: Readonly<Record<PoolSide, BalanceState>>
  readonly isConnected: boolean
  readonly imageOf: (token: Token) => string | undefined
  /** The native coin that can replace its wrapped form; `undefined` when the pool does not hold that. */
  readonly coin: { readonly coin: Token; readonly wrapped: Token } | undefined
  readonly paysCoin: boolean
  /** The part of the native coin that Max leaves for the network cost. */
  readonly reserve: bigint
  readonly onType: (side: PoolSide, text: string) => void
  readonly onPayCoin: (isOn: boolean) => void
  readonly onMost: (() => void) | undefined
}

/** Both amounts. One is typed, the other is computed; a token the range does not need is disabled, with the reason. */
export function DepositFields(props: DepositFieldsProps) {
  const messages = useMessages(liquidityMessages)
  const { step, coin, paysCoin, reserve, onPayCoin, onMost } = props
  return (
    <Card
      title={<StepTitle step={step}>{messages.deposit}</StepTitle>}
      actions={
        onMost && (
          <Button size="small" title={messages.maxNote} onClick={onMost}>
            {messages.most}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        <AmountField side="amount0" {...props} />
        <AmountField side="amount1" {...props} />
        {coin && (
          <Switch
            label={messages.payCoin(coin.coin.symbol, coin.wrapped.symbol)}
            hint={
              <>
                {messages.payCoinNote(coin.coin.symbol)}{' '}
                {paysCoin &&
                  onMost &&
                  messages.reserveNote(
                    `${figureText(amountFigure({ token: coin.coin, units: reserve }, { significant: 2 }))} ${coin.coin.symbol}`,
                  )}
              </>
            }
            isOn={paysCoin}
            onChange={onPayCoin}
          />
        )}
      </div>
    </Card>
  )
}

function AmountField({
  side,
  proposal,
  typed,
  paid,
  balances,
  isConnected,
  imageOf,
  onType,
}: DepositFieldsProps & { side: PoolSide }) {
  const messages = useMessages(liquidityMessages)
  const numbers = useMessages(typedNumberMessages)
  const token = paid[side]
  const lock = proposal.locks[side]
  const isGiven = proposal.given === side
  const units = proposal.deposit?.[side]
  const text = lock ? '' : isGiven ? typed : units === undefined ? '' : fromUnits(units, token.decimals)
  const value = dollarValueOf({ token, units: units ?? 0n })
  const isUnread = isGiven && proposal.typed.is === 'invalid'
  const input = useRef<HTMLInputElement>(null)
  const grouped = useGroupedDigits(input, text, (text) => onType(side, text))
  useFittedText(input, grouped.value, 28)
  return (
    <Field
      label={messages.amount(token.symbol)}
      hint={lock && messages.lockNote(lock)}
      error={isGiven && !lock ? problemOf(proposal.typed, token, messages, numbers) : undefined}
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
              <TokenMark symbol={token.symbol} address={token.address} src={imageOf(token)} size="small" />
              <bdi translate="no">{token.symbol}</bdi>
            </span>
          </div>
          <div className="flex min-h-5 flex-wrap justify-between gap-x-4 text-fine text-quiet tabular-nums">
            <span>{!lock && !isUnread && (value ? dollarText(value) : messages.noPrice)}</span>
            <BalanceLine balance={balances[side]} token={token} isShown={isConnected} />
          </div>
        </div>
      )}
    </Field>
  )
}

function problemOf(
  typed: TypedAmount,
  token: Token,
  messages: Localized<typeof liquidityMessages.english>,
  numbers: Localized<typeof typedNumberMessages.english>,
): string | undefined {
  if (typed.is !== 'invalid') return undefined
  if (typed.why === 'too precise') return messages.tooPrecise(token)
  return isNotANumber(typed) ? numbers.problem(typed) : messages.tooLarge
}
