import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Column, customColumn, EMPTY_CELL, moneyColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import { CaseQueueBar, CaseQueueFinished } from '#console/platform/components/next-case/queue-bar.tsx'
import { type CaseRun, useCaseRun } from '#console/platform/components/next-case/use-case-run.ts'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleInvoiceEndpoints } from '#contract/billing/invoices/console-api.ts'
import { INTEREST_GOODS_NAME } from '#contract/billing/invoices/interest.ts'
import { invoiceTitleKinds } from '#contract/billing/invoices/invoice-lifecycle.ts'
import type { ConsoleInvoice } from '#contract/billing/invoices/shapes.ts'
import { formatGoodsNameOnInvoice } from '#contract/catalog/goods/name-on-invoice.ts'
import { consoleTaxCodeEndpoints } from '#contract/catalog/goods/tax-api.ts'
import { formatTaxRate } from '#contract/catalog/goods/tax-rates.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatShanghaiTimeToMinute, formatShanghaiTimeToSecond } from '#ui/format.ts'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceIssuanceList } from './invoice-issuance-list.tsx'
import { invoiceCaseQueue, toQueueOfInvoice } from './invoice-queue.ts'
import { consoleInvoiceHistoryLabel, toInvoiceStateTag } from './invoice-view.ts'
import { type InvoiceRef, invoiceQuery } from './invoices-api.ts'
import './invoices.css'

const TITLE = '发票详情'
const choose = <Link to="/invoices">到发票列表选择</Link>

function One(at: InvoiceRef) {
  const found = useQuery(invoiceQuery(at))
  return (
    <QueryPage title={TITLE} from={found}>
      {(opened) => <Opened opened={opened} />}
    </QueryPage>
  )
}

function Opened({ opened }: { opened: ConsoleInvoice }) {
  const run = useCaseRun(invoiceCaseQueue, { id: opened.id, waiting: toQueueOfInvoice(opened) })
  const { allowed } = usePermission(consoleInvoiceEndpoints.approve)
  return (
    <>
      {allowed && <CaseQueueBar run={run} />}
      <Head opened={opened} run={run} />
      <Uncoded opened={opened} />
      <div className="invoice">
        <div>
          <Lines opened={opened} />
          <Track opened={opened} />
        </div>
        <div>
          <Title opened={opened} />
          <InvoiceIssuanceList opened={opened} decided={run.decided} />
        </div>
      </div>
    </>
  )
}

function Head({ opened, run }: { opened: ConsoleInvoice; run: CaseRun }) {
  const { label, tone } = toInvoiceStateTag(opened.state)
  const { enterpriseId, enterpriseName, invoiceNo, kind, createdAt, appliedBy, reason, state } = opened
  return (
    <PageHead
      title={
        <>
          {invoiceTitleKinds[kind].short} <span className="num">{invoiceNo}</span>
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
          · {appliedBy} 申请于 <span className="num">{formatShanghaiTimeToMinute(createdAt)}</span>
          {state === 'REJECTED' && reason !== null && <> · {reason}</>}
        </>
      }
      actions={<InvoiceActions opened={opened} decided={run.decided} />}
    />
  )
}

/** Why it cannot be sent to the provider, with a link to solve it. */
function Uncoded({ opened: { uncoded } }: { opened: ConsoleInvoice }) {
  const may = usePermission(consoleTaxCodeEndpoints.setGoods).allowed
  if (uncoded.length === 0) return null
  return (
    <div role="alert" className="panel invoice-uncoded">
      <b>商品缺少税收分类编码</b>
      <span>设置后才能提交开票：</span>
      {uncoded.map(({ goodsId, goodsName }) =>
        may ? (
          <OpenInNewTabLink key={goodsId} to="/tax_codes" search={{ keyword: goodsName, uncoded: '1' }}>
            {goodsName}
          </OpenInNewTabLink>
        ) : (
          <span key={goodsId}>{goodsName}</span>
        ),
      )}
    </div>
  )
}

type Line = ConsoleInvoice['lines'][number]
const columns: Column<Line>[] = [
  customColumn({
    title: '商品',
    value: ({ goodsName, taxClass, spec, orderNo }) => (
      <div className="two-lines">
        <span>
          {formatGoodsNameOnInvoice(goodsName, taxClass)} {spec}
        </span>
        <small className="num">{orderNo}</small>
        {taxClass && (
          <small>
            编码 <span className="num">{taxClass.taxCode}</span>
          </small>
        )}
      </div>
    ),
  }),
  numberColumn({ title: '数量', width: 80, value: ({ quantity, unit }) => (quantity === null ? EMPTY_CELL : `${quantity} ${unit}`) }),
  moneyColumn({ title: '金额', value: ({ net }) => net, width: 112 }),
  numberColumn({ title: '税率', width: 64, value: ({ rateBp }) => formatTaxRate(rateBp) }),
  moneyColumn({ title: '税额', value: ({ tax }) => tax, width: 96 }),
  moneyColumn({ title: '价税合计', value: ({ amount }) => amount, width: 112 }),
  moneyColumn({ title: '红冲', value: ({ red }) => (red > 0 ? red : null), width: 96 }),
]

function Lines({ opened: { lines, amount, net, tax, rateBp } }: { opened: ConsoleInvoice }) {
  return (
    <Panel title={`明细 ${lines.length} 行`} flush>
      <DataTable columns={columns} rows={lines} rowKey={({ seq }) => String(seq)} width={680} />
      <p className="invoice-sum">
        {(
          [
            ['金额', net],
            [rateBp === null ? '税额' : `税额（${formatTaxRate(rateBp)}）`, tax],
            ['价税合计', amount],
          ] as const
        ).map(([name, sum]) => (
          <span key={name}>
            {name} <b className="num">{formatMoney(sum)}</b>
          </span>
        ))}
      </p>
    </Panel>
  )
}

const figure = (text: string) => <span className="num">{text}</span>

function Title({ opened: { title, email, remark, month, ofInterest, orderNos, enterpriseId } }: { opened: ConsoleInvoice }) {
  const orders = orderNos.map((orderNo) => (
    <OpenInNewTabLink key={orderNo} to="/order" search={{ enterpriseId, orderNo }} className="num">
      {orderNo}
    </OpenInNewTabLink>
  ))
  return (
    <Panel title="抬头">
      <FactList
        facts={[
          ['类型', invoiceTitleKinds[title.kind].label],
          ['名称', title.name],
          ['税号', figure(title.taxNo)],
          ...(title.kind === 'SPECIAL'
            ? ([
                ['地址、电话', `${title.address} ${title.phone}`],
                ['开户行账号', `${title.bank} ${title.accountNo}`],
              ] as const)
            : []),
          ['邮箱', email],
          ['备注', remark || '未填写'],
          ...(month === null ? [] : ([['账单', `${month} 账单`]] as const)),
          ofInterest
            ? ['开票内容', INTEREST_GOODS_NAME]
            : [
                '订单',
                <span className="invoice-orders" key="orders">
                  {orders}
                </span>,
              ],
        ]}
      />
    </Panel>
  )
}

function Track({ opened: { entries } }: { opened: ConsoleInvoice }) {
  return (
    <Panel title="进度">
      <ol className="invoice-track">
        {entries.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added and have no id
          <li key={at}>
            <small>
              {entry.by} · <span className="num">{formatShanghaiTimeToSecond(entry.at)}</span>
            </small>
            <div>
              <b>{consoleInvoiceHistoryLabel(entry.verb)}</b> {entry.text}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** One invoice: its enterprise, lines, requests and results, and the decision. */
export const Page = createRecordPage(
  {
    title: TITLE,
    by: ['enterpriseId', 'id'],
    what: '发票',
    choose,
    finished: (filters) => <CaseQueueFinished title="发票" queue={invoiceCaseQueue} filters={filters} />,
  },
  One,
)
