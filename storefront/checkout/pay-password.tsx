import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { PayPassword as Schema } from '../../contract/fields.ts'
import { paymentMethods } from '../../contract/ordering/amounts.ts'
import type { SubmittedTrade } from '../../contract/ordering/shapes.ts'
import { Refusal } from '../../contract/refusal.ts'
import { dueDayOf } from '../../contract/shanghai.ts'
import { monthDay } from '../../ui/format.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Modal } from '../parts/dialog.tsx'
import { Price } from '../parts/price-plate.tsx'
import { SixDigits } from '../parts/six-digits.tsx'
import { Loaded, Skeleton } from '../parts/states.tsx'
import { useToday } from '../parts/use-now.ts'
import { useUser } from '../session/use-session.ts'
import { tradeQuery } from './checkout-api.ts'
import { ordersAt, viewTrade } from './checkout-view.ts'
import { usePay } from './use-trade.ts'

const Form = z.object({ payPwd: Schema })

/** Asks for the payment password over whatever page is below. */
export function PayDialog({ tradeId, onClose }: { tradeId: string | undefined; onClose: () => void }) {
  return (
    <Modal open={tradeId !== undefined} onClose={onClose} title="输入支付密码">
      {tradeId !== undefined && <Ask tradeId={tradeId} />}
    </Modal>
  )
}

function Ask({ tradeId }: { tradeId: string }) {
  const trade = useQuery(tradeQuery(tradeId))
  return (
    <Loaded from={trade} skeleton={<Skeleton className="h-56" />}>
      {(found) => <PayPassword trade={found} />}
    </Loaded>
  )
}

/** What is paid, how, and the six digits that release it; what came of it is shown on the page of results. */
export function PayPassword({ trade }: { trade: SubmittedTrade }) {
  const user = useUser()
  const { state, payable, open } = viewTrade(trade)
  const { priceType, label } = paymentMethods[trade.method]
  return (
    <>
      <div className="rounded-control bg-paper px-4 py-4 text-center">
        <p className="text-sm text-mute">{label} · 应付金额</p>
        <p className="mt-1">
          <Price amount={payable} kind={priceType} size="lg" />
        </p>
        {open.length > 1 && <p className="mt-1 text-xs text-mute">含 {open.length} 张订单，一并支付</p>}
        {trade.method === 'credit' && <DueNote />}
      </div>
      <div className="mt-5">
        {state !== 'unpaid' ? <Closed trade={trade} /> : user?.payPwdSet === false ? <NotSet /> : <Digits trade={trade} />}
      </div>
    </>
  )
}

function DueNote() {
  const today = useToday()
  return <p className="mt-1 text-xs text-steel">占用赊销额度；本月发货的 {monthDay(dueDayOf(today.slice(0, 7)))}还款</p>
}

/** Nothing is left to pay: somebody has paid it, or it was cancelled. */
function Closed({ trade }: { trade: SubmittedTrade }) {
  const view = viewTrade(trade)
  const text = { paid: '该订单已支付', cancelled: '该订单已取消，无需支付', approval: '该订单待审批，通过后可支付', unpaid: '' }[view.state]
  return (
    <div className="text-center">
      <p role="status">{text}</p>
      <div className="mt-4 flex justify-center">
        <ButtonLink {...ordersAt(view, trade.orders)}>查看订单</ButtonLink>
      </div>
    </div>
  )
}

function NotSet() {
  return (
    <div className="text-center">
      <p>您还没有设置支付密码</p>
      <p className="mt-1 text-sm text-mute">设置 6 位数字支付密码后，可使用赊销支付与钱包支付；订单会为您保留。</p>
      <div className="mt-4 flex justify-center">
        <ButtonLink to="/setting_set_pay_pwd">去设置支付密码</ButtonLink>
      </div>
    </div>
  )
}

function Digits({ trade }: { trade: SubmittedTrade }) {
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const focus = () => box.current?.querySelector('input')?.focus()
  useEffect(focus, [])
  const { control, handleSubmit, reset, formState } = useForm<z.output<typeof Form>>({
    resolver: standardSchemaResolver(Form),
    mode: 'onChange',
    defaultValues: { payPwd: '' },
  })
  const pay = usePay(trade, {
    paid: () => navigate({ to: '/order_pay_success', search: { tradeId: trade.tradeId }, replace: true }),
    refused: () => {
      reset()
      focus()
    },
  })
  const locked = pay.error instanceof Refusal && pay.error.reason === 'PAY_PASSWORD_LOCKED'
  // Half a password is not wrong yet: the rule is told as a hint, and as a fault only once it was pressed.
  const fault = pay.error?.message ?? (formState.isSubmitted ? formState.errors.payPwd?.message : undefined)
  return (
    <form onSubmit={handleSubmit(({ payPwd }) => pay.mutate(payPwd))} noValidate>
      <Controller
        control={control}
        name="payPwd"
        render={({ field }) => (
          <div ref={box}>
            <SixDigits
              label="支付密码"
              value={field.value}
              onChange={field.onChange}
              disabled={locked}
              readOnly={pay.isPending}
              fault={fault}
            />
          </div>
        )}
      />
      <Button type="submit" look="call" size="lg" className="mt-4 w-full" busy={pay.isPending} disabled={locked}>
        确认支付
      </Button>
      <p className="mt-3 text-center text-sm">
        <ButtonLink to="/setting_set_pay_pwd" look="plain">
          {locked ? '重设支付密码' : '忘记支付密码'}
        </ButtonLink>
      </p>
    </form>
  )
}
