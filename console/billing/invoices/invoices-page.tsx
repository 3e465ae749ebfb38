import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { type Column, customColumn, instantColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { CaseLink } from '#console/platform/components/next-case/case-link.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { INTEREST_GOODS_NAME } from '#contract/billing/invoices/interest.ts'
import { invoiceTitleKinds } from '#contract/billing/invoices/invoice-lifecycle.ts'
import type { ConsoleInvoiceRow } from '#contract/billing/invoices/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { invoiceCaseQueue, toInvoiceFilters } from './invoice-queue.ts'
import { toInvoiceStateTag } from './invoice-view.ts'
import { invoiceApi, invoiceQueuesQuery } from './invoices-api.ts'

type Row = ConsoleInvoiceRow

const Open = ({ row }: { row: Row }) => (
  <div className="two-lines">
    <CaseLink queue={invoiceCaseQueue} row={row} className="num">
      {row.invoiceNo}
    </CaseLink>
    <small>{invoiceTitleKinds[row.kind].label}</small>
  </div>
)

const Company = ({ row: { enterpriseId, enterpriseName, titleName } }: { row: Row }) => (
  <div className="two-lines">
    <Link to="/enterprise" search={{ enterpriseId }}>
      {enterpriseName ?? '未命名企业'}
    </Link>
    <small>{titleName}</small>
  </div>
)

const Over = ({ row: { month, orders, orderNo, ofInterest } }: { row: Row }) => (
  <div className="two-lines">
    <span>{ofInterest ? INTEREST_GOODS_NAME : month === null ? `${orders} 张订单` : `${month} 账单`}</span>
    <small className="num">{orderNo}</small>
  </div>
)

const Amount = ({ row: { amount, red } }: { row: Row }) => (
  <>
    {formatMoney(amount)}
    {red > 0 && (
      <>
        <br />
        <small>已红冲 −{formatMoney(red)}</small>
      </>
    )}
  </>
)

function StatusCell({ row: { state, failure, reason, awaitsBuyer } }: { row: Row }) {
  const { label, tone } = toInvoiceStateTag(state)
  const why = failure ?? (awaitsBuyer ? '红字待购方在税务平台确认' : null) ?? (state === 'REJECTED' ? reason : null)
  return (
    <div className="two-lines">
      <Tag tone={tone}>{label}</Tag>
      {why !== null && <small>{why}</small>}
    </div>
  )
}

const columns: Column<Row>[] = [
  customColumn({ title: '申请单', width: 192, value: (row) => <Open row={row} /> }),
  customColumn({ title: '企业与抬头', value: (row) => <Company row={row} /> }),
  customColumn({ title: '内容', width: 172, value: (row) => <Over row={row} /> }),
  numberColumn({ title: '价税合计', width: 128, value: (row) => <Amount row={row} /> }),
  customColumn({ title: '发票号码', width: 184, value: ({ number }) => (number === null ? '' : <span className="num">{number}</span>) }),
  instantColumn({ title: '申请时间', value: ({ createdAt }) => createdAt }),
  customColumn({ title: '状态', width: 148, value: (row) => <StatusCell row={row} /> }),
]

const providers = {
  on: '同意后由电子发票服务商开具，失败的在这里重试；纸质或税务局开具的请手工登记。',
  sandbox: '同意后由本机的演示服务商开具，开出的是样张，不是发票。',
  off: '没有接入电子发票服务商：开具后请手工登记号码和文件。',
} as const

/** 发票: the queues of finance with counts; or all invoices, the newest first. */
export function Page() {
  const { data } = useQuery(invoiceQueuesQuery)
  const fields = toInvoiceFilters(data?.queues ?? [])
  return (
    <ListPage
      title="发票"
      note={data ? providers[data.provider] : '\u00a0'}
      queryKey={['invoice', 'list']}
      fields={fields}
      pickers={{ enterpriseId: EnterpriseFilterPicker }}
      list={(input, options) => invoiceApi.list(input, options)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1160}
      exportRows={(input) => invoiceApi.export(input)}
      empty="还没有开票申请"
      next="买家在“我的发票”申请后出现在这里"
    />
  )
}
