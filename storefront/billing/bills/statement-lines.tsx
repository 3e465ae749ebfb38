import { useState } from 'react'
import { formatDisputedGoods } from '#contract/money/statements/disputed-units.ts'
import type { StatementDetail } from '#contract/money/statements/shapes.ts'
import { formatBuyerReferences, formatMaterialCode } from '#contract/orders/orders/buyer-references.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { DisputeStatementLineDialog } from '#storefront/billing/bills/disputes/dispute-dialog.tsx'
import { DisputePictures } from '#storefront/billing/bills/disputes/dispute-pictures.tsx'
import { WithdrawDisputeDialog } from '#storefront/billing/bills/disputes/withdraw-dispute.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { Card } from '#storefront/platform/components/card.tsx'
import { OrderLinkIfPermitted } from '#storefront/platform/components/order-link.tsx'
import { formatCount, formatMonthDay, formatShanghaiTimeToMinute } from '#ui/format.ts'
import type { StatementLine as Line } from './bill-api.ts'

/** The number of lines that are shown at first. */
const STEP = 50

/** 赊销明细: every parcel of the month with its goods. Each line can be disputed until the statement is confirmed. */
export function StatementLinesWithDisputes({ statement }: { statement: StatementDetail }) {
  const { month, lines, confirmedAt, disputed, owed } = statement
  const [shown, setShown] = useState(STEP)
  const [disputing, setDisputing] = useState<Line>()
  const [withdrawing, setWithdrawing] = useState<Line>()
  return (
    <Card title={`赊销明细（${formatCount(lines.length)} 笔）`}>
      <ol className="-mx-4 divide-y divide-line-soft md:-mx-5">
        {lines.slice(0, shown).map((line) => (
          <li key={line.id}>
            <Row
              line={line}
              dues={statement.dues}
              onDispute={confirmedAt === null && line.dispute === null ? () => setDisputing(line) : undefined}
              onWithdraw={line.dispute?.state === 'OPEN' ? () => setWithdrawing(line) : undefined}
            />
          </li>
        ))}
      </ol>
      {shown < lines.length && (
        <p className="pt-4 text-center">
          <Button look="line" size="sm" onClick={() => setShown(shown + STEP)}>
            再显示 {Math.min(STEP, lines.length - shown)} 笔
          </Button>
        </p>
      )}
      <DisputeStatementLineDialog month={month} line={disputing} isRepaid={disputed + owed === 0} onClose={() => setDisputing(undefined)} />
      <WithdrawDisputeDialog month={month} line={withdrawing} onClose={() => setWithdrawing(undefined)} />
    </Card>
  )
}

interface RowProps extends Pick<StatementDetail, 'dues'> {
  line: Line
  /** undefined: the line cannot be disputed (any more). */
  onDispute: (() => void) | undefined
  /** undefined: no dispute of it waits for a decision. */
  onWithdraw: (() => void) | undefined
}

function Row({ line, dues, onDispute, onWithdraw }: RowProps) {
  const { orderNo, goodsName, amount, refunded, at, goods, dispute } = line
  return (
    <div className="grid gap-x-6 gap-y-1 px-4 py-3.5 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      <div className="min-w-0">
        <ul>
          {(goods.length > 0 ? goods : [{ goodsName, skuProps: '{}', materialCode: null, quantity: 0, unit: '' }]).map((one) => (
            <li key={`${one.goodsName}${one.skuProps}`} className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium">{one.goodsName}</span>
              <span className="text-xs text-mute">{formatSkuProps(one.skuProps)}</span>
              <span className="num text-xs text-mute empty:hidden">{formatMaterialCode(one)}</span>
              {one.quantity > 0 && <span className="num text-sm">{`× ${formatCount(one.quantity)} ${one.unit}`}</span>}
            </li>
          ))}
        </ul>
        <p className="mt-0.5 text-xs text-mute">
          <time dateTime={at.toISOString()} className="num">
            {formatShanghaiTimeToMinute(at)}
          </time>{' '}
          发货，订单 <OrderLinkIfPermitted orderNo={orderNo} />
          <span className="block break-all empty:hidden">{formatBuyerReferences(line)}</span>
        </p>
        {dispute && <Dispute dispute={dispute} isDue={dues.some(({ day }) => day === dispute.dueDay)} />}
      </div>
      <div className="flex items-baseline justify-between gap-4 md:block md:text-right">
        <p className="num text-md font-semibold">{formatMoney(amount)}</p>
        {refunded > 0 && <p className="num text-xs text-success">已冲减 {formatMoney(refunded)}</p>}
        {onDispute && (
          <button type="button" aria-haspopup="dialog" className="finger text-sm text-jade hover:underline" onClick={onDispute}>
            提出异议<span className="sr-only">：{`${goodsName} ${formatMoney(amount)}`}</span>
          </button>
        )}
        {onWithdraw && (
          <button type="button" aria-haspopup="dialog" className="finger text-sm text-jade hover:underline" onClick={onWithdraw}>
            撤回异议<span className="sr-only">：{`${goodsName} ${formatMoney(amount)}`}</span>
          </button>
        )}
      </div>
    </div>
  )
}

const states = {
  OPEN: { label: '异议处理中', look: 'bg-copper-tint' },
  FOR_BUYER: { label: '异议成立，已调整', look: 'bg-success-tint' },
  PARTLY_FOR_BUYER: { label: '异议部分成立，已调整', look: 'bg-success-tint' },
  AGAINST_BUYER: { label: '核实无误', look: 'bg-paper' },
  WITHDRAWN: { label: '异议已撤回', look: 'bg-paper' },
} as const

interface DisputeProps {
  dispute: NonNullable<Line['dispute']>
  /** Returns whether the month has an unpaid amount that is due on the postponed day. */
  isDue: boolean
}

/** The dispute of a line and its result. */
function Dispute({ dispute: { state, amount, granted, reason, units, pictures, opinion, dueDay }, isDue }: DisputeProps) {
  const { label, look } = states[state]
  return (
    <div className={`mt-2 rounded-control px-3 py-2 text-sm ${look}`}>
      <p>
        <b className="font-medium">{label}</b> <span className="num">{formatMoney(granted ?? amount)}</span>
        {state === 'PARTLY_FOR_BUYER' && <span className="num text-mute">（异议 {formatMoney(amount)}）</span>}
        {state === 'OPEN' && '：暂不计入到期金额，不计息'}
        {isDue && dueDay !== null && `：${state === 'PARTLY_FOR_BUYER' ? '其余' : ''}延至${formatMonthDay(dueDay)}还款，不补计利息`}
      </p>
      {units !== null && <p className="text-mute">数量：{formatDisputedGoods(units)}</p>}
      <p className="text-mute">原因：{reason}</p>
      <DisputePictures pictures={pictures} />
      {opinion !== null && <p className="text-mute">处理意见：{opinion}</p>}
    </div>
  )
}
