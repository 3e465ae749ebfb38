import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GoodsCell } from '#console/platform/components/goods-picture.tsx'
import { type Column, customColumn, moneyColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import { CaseQueueBar, CaseQueueFinished } from '#console/platform/components/next-case/queue-bar.tsx'
import { type CaseRun, useCaseRun } from '#console/platform/components/next-case/use-case-run.ts'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { goodsAfterSaleRules } from '#contract/catalog/goods/terms.ts'
import { refundLifecycle } from '#contract/money/payments/payment-lifecycle.ts'
import { afterSaleTypes } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import type { ConsoleAfterSale } from '#contract/orders/after-sales/shapes.ts'
import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { afterSaleCaseQueue, toQueueOfAfterSale } from './after-sale-queue.ts'
import { afterSaleUnitsKey, shippingStageLabels, toAfterSaleStatus } from './after-sale-view.ts'
import { type AfterSaleRef, afterSaleQuery } from './after-sales-api.ts'
import { AfterSaleActions } from './case-actions.tsx'
import { AfterSaleConversation } from './case-conversation.tsx'
import { AfterSalePictures } from './case-pictures.tsx'
import './after-sales.css'

const TITLE = '售后详情'

function Case(at: AfterSaleRef) {
  const found = useQuery(afterSaleQuery(at))
  return (
    <QueryPage title={TITLE} from={found}>
      {(opened) => <Opened opened={opened} />}
    </QueryPage>
  )
}

function Opened({ opened }: { opened: ConsoleAfterSale }) {
  const run = useCaseRun(afterSaleCaseQueue, { id: opened.id, waiting: toQueueOfAfterSale(opened) })
  return (
    <>
      <CaseQueueBar run={run} />
      <Head opened={opened} run={run} />
      <div className="after-sale">
        <div>
          <Lines opened={opened} />
          <About opened={opened} />
          <AfterSaleConversation opened={opened} />
        </div>
        <div>
          <AfterSalePictures opened={opened} />
          <Money opened={opened} />
        </div>
      </div>
    </>
  )
}

function Head({ opened, run }: { opened: ConsoleAfterSale; run: CaseRun }) {
  const { label, tone } = toAfterSaleStatus(opened)
  const { enterpriseId, enterpriseName, afterSaleNo, type, createdAt, deadline } = opened
  return (
    <PageHead
      title={
        <>
          {afterSaleTypes[type].label} <span className="num">{afterSaleNo}</span>
          <span className="tags">
            <Tag tone={tone}>{label}</Tag>
          </span>
        </>
      }
      note={
        <>
          <OpenInNewTabLink to="/enterprise" search={{ enterpriseId }}>
            {enterpriseName ?? '未命名企业'}
          </OpenInNewTabLink>{' '}
          · 申请于 <span className="num">{formatShanghaiTimeToMinute(createdAt)}</span>
          {deadline && (
            <>
              {' '}
              · 买家应于 <span className="num">{formatShanghaiTimeToMinute(deadline)}</span> 前寄回
            </>
          )}
        </>
      }
      actions={<AfterSaleActions opened={opened} decided={run.decided} />}
    />
  )
}

type Line = ConsoleAfterSale['lines'][number]

const units = (title: string, of: (line: Line) => number): Column<Line> =>
  numberColumn({
    title,
    width: 80,
    value: (line) => (
      <>
        {formatCount(of(line))} <small>{line.unit}</small>
      </>
    ),
  })

const goods = customColumn<Line>({
  title: '商品',
  value: ({ image, goodsName, skuProps, stage, rule }) => (
    <GoodsCell
      image={image}
      name={goodsName}
      about={[shippingStageLabels[stage], formatSkuProps(skuProps), ...(rule === 'standard' ? [] : [goodsAfterSaleRules[rule].label])].join(
        ' · ',
      )}
    />
  ),
})

function Lines({ opened: { lines, state, type } }: { opened: ConsoleAfterSale }) {
  const inspected = type !== 'REFUND' && ['RECEIVED', 'REFUNDED', 'EXCHANGED'].includes(state)
  const columns = [
    goods,
    moneyColumn<Line>({ title: '单价', value: ({ price }) => price, width: 104 }),
    units('申请', ({ asked }) => asked),
    units(inspected ? '合格' : '核定', ({ accepted }) => accepted),
    ...(inspected ? [units('可再售', ({ restocked }) => restocked)] : []),
  ]
  return (
    <Panel title={`售后商品 ${lines.length} 行`} flush>
      <DataTable columns={columns} rows={lines} rowKey={afterSaleUnitsKey} width={560} />
    </Panel>
  )
}

const prose = (text: string) => <span className="after-sale-words">{text}</span>
const figure = (text: string) => <span className="num">{text}</span>

function About({ opened }: { opened: ConsoleAfterSale }) {
  const { enterpriseId, orderNo, appliedBy, reason, description, method, freightAsked, carrier, trackingNo, exchangeOrderNo } = opened
  const order = (no: string) => (
    <OpenInNewTabLink to="/order" search={{ enterpriseId, orderNo: no }} className="num">
      {no}
    </OpenInNewTabLink>
  )
  return (
    <Panel title="申请">
      <FactList
        facts={[
          ['原因', reason],
          ['说明', prose(description || '未填写')],
          ['申请人', appliedBy],
          ['订单', order(orderNo)],
          ['支付方式', paymentMethods[method].label],
          ['运费', freightAsked ? '申请退运费' : '未申请退运费'],
          ...(trackingNo ? ([['退货物流', `${carrier} ${trackingNo}`]] as const) : []),
          ...(exchangeOrderNo ? ([['换货订单', order(exchangeOrderNo)]] as const) : []),
        ]}
      />
    </Panel>
  )
}

/** The refund and its destination, next to what was paid and refunded before. */
function Money({ opened: { preview, refunds, paid, refundedBefore, type } }: { opened: ConsoleAfterSale }) {
  return (
    <Panel title={preview ? '退款试算' : '退款'}>
      <FactList
        className="after-sale-money"
        facts={[
          ['订单实付', figure(formatMoney(paid))],
          ['此前已退', figure(formatMoney(refundedBefore))],
          ...(preview && preview.freight > 0 ? ([['其中运费', figure(formatMoney(preview.freight))]] as const) : []),
          ...(preview ? ([['本次应退', figure(formatMoney(preview.total))]] as const) : []),
          ...(preview?.ways ?? []).map(({ text, amount }) => [text, figure(formatMoney(amount))] as const),
        ]}
      />
      {type === 'EXCHANGE' && !preview && refunds.length === 0 && <p className="after-sale-none">换货不退款</p>}
      {refunds.map(({ refundNo, amount, way, state }) => (
        <p key={refundNo} className="after-sale-refund">
          <span>
            {way} · {refundLifecycle.states[state].label}
            <small className="num">{refundNo}</small>
          </span>
          <b className="num">{formatMoney(amount)}</b>
        </p>
      ))}
    </Panel>
  )
}

/** One after-sale: its data next to the pictures, the refund, the conversation, and the decision. */
export const Page = createRecordPage(
  {
    title: TITLE,
    by: ['enterpriseId', 'id'],
    what: '售后单',
    choose: <Link to="/after_sales">到售后列表选择</Link>,
    finished: (filters) => <CaseQueueFinished title="售后" queue={afterSaleCaseQueue} filters={filters} />,
  },
  Case,
)
