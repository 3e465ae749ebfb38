import { Link } from '@tanstack/react-router'
import type { Transfer } from '../../../contract/bank/shapes.ts'
import { second } from '../../../ui/format.ts'
import { AmountRow, AmountRows } from '../../parts/amount-rows.tsx'
import { Price } from '../../parts/price-plate.tsx'
import { methodWords } from './transfer-view.ts'

const colours: Record<Transfer['state'], string> = {
  AWAITING: 'text-copper',
  REVIEW: 'text-steel',
  REJECTED: 'text-danger',
  RECEIVED: 'text-success',
  CLOSED: 'text-mute',
}

/** What is transferred for, how much, and how far it has come, in the specification's words. */
export function Remittance({ transfer }: { transfer: Transfer }) {
  const { orders, amount, purpose, state, label, opinion, failure, receivedAt, title } = transfer
  return (
    <section aria-label="汇款信息" className="panel p-4 md:p-6">
      <AmountRows>
        {orders.length === 0 && (
          <AmountRow name="用途">
            <span className="font-sans">{title}</span>
          </AmountRow>
        )}
        {orders.map(({ orderNo }) => (
          <AmountRow key={orderNo} name="订单号">
            <Link to="/my_order_detail" search={{ orderNo }} className="text-jade hover:underline">
              {orderNo}
            </Link>
          </AmountRow>
        ))}
        <AmountRow name="应付总额">
          <Price amount={amount} kind="sale" />
        </AmountRow>
        <AmountRow name="支付方式">
          <span className="font-sans">{methodWords[purpose]}</span>
        </AmountRow>
        <AmountRow name="汇款状态">
          <b className={`font-sans ${colours[state]}`}>{label}</b>
        </AmountRow>
        {receivedAt && <AmountRow name="到账时间">{second(receivedAt)}</AmountRow>}
        {state === 'REJECTED' && opinion !== null && (
          <AmountRow name={<span className="whitespace-nowrap">审核意见</span>}>
            <span className="font-sans text-danger">{opinion}</span>
          </AmountRow>
        )}
        {state === 'CLOSED' && failure !== null && (
          <AmountRow name={<span className="whitespace-nowrap">关闭原因</span>}>
            <span className="font-sans">{failure}</span>
          </AmountRow>
        )}
      </AmountRows>
    </section>
  )
}
