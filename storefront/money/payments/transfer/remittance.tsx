import type { ReactNode } from 'react'
import type { BankTransfer } from '#contract/billing/bank/shapes.ts'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatShanghaiTimeToSecond } from '#ui/format.ts'
import { transferLabelsByPurpose } from './transfer-view.ts'

const colours: Record<BankTransfer['state'], string> = {
  AWAITING: 'text-copper',
  REVIEW: 'text-steel',
  REJECTED: 'text-danger',
  RECEIVED: 'text-success',
  CLOSED: 'text-mute',
}

/** On a phone the label is left and the value right; on a wide screen they are next to each other, as in the account data below. */
const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 md:justify-start">
    <dt className="shrink-0 text-mute md:w-20">{name}</dt>
    <dd className="num min-w-0 text-right text-md md:text-left">{children}</dd>
  </div>
)

/** The purpose, the amount and the state of a transfer, in the words of the specification. */
export function BankTransferSummary({ transfer }: { transfer: BankTransfer }) {
  const { orders, amount, purpose, state, label, opinion, failure, receivedAt, title } = transfer
  return (
    <section aria-label="汇款信息" className="panel p-4 md:p-5">
      <dl className="flex flex-col gap-2">
        {orders.length === 0 && (
          <Row name="用途">
            <span className="font-sans">{title}</span>
          </Row>
        )}
        {orders.map(({ orderNo }) => (
          <Row key={orderNo} name="订单号">
            <Link to="/my_order_detail" search={{ orderNo }} className="finger text-jade hover:underline">
              {orderNo}
            </Link>
          </Row>
        ))}
        <Row name="应付总额">
          <Price amount={amount} kind="sale" />
        </Row>
        <Row name="支付方式">
          <span className="font-sans">{transferLabelsByPurpose[purpose]}</span>
        </Row>
        <Row name="汇款状态">
          <b className={`font-sans ${colours[state]}`}>{label}</b>
        </Row>
        {receivedAt && <Row name="到账时间">{formatShanghaiTimeToSecond(receivedAt)}</Row>}
        {state === 'REJECTED' && opinion !== null && (
          <Row name="审核意见">
            <span className="font-sans text-danger">{opinion}</span>
          </Row>
        )}
        {state === 'CLOSED' && failure !== null && (
          <Row name="关闭原因">
            <span className="font-sans">{failure}</span>
          </Row>
        )}
      </dl>
    </section>
  )
}
