import { acceptanceBillApi } from '#console/billing/finance/finance-api.ts'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { type Column, customColumn, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { CaseLink } from '#console/platform/components/next-case/case-link.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { acceptorKinds } from '#contract/money/statements/acceptance-lifecycle.ts'
import type { AcceptanceBill } from '#contract/money/statements/shapes.ts'
import { type AcceptanceBillRow, acceptanceFilters, acceptanceQueue } from './acceptance-queue.ts'
import { AcceptancesTabs } from './acceptances-nav.tsx'

export const acceptanceBillTones: Record<AcceptanceBill['state'], TagTone> = {
  WAIT: 'wait',
  ACCEPTED: 'way',
  DISCOUNTED: 'good',
  REJECTED: 'over',
  RECOURSE: 'wait',
  BOUNCED: 'bad',
  HONOURED: 'good',
}

const columns: Column<AcceptanceBillRow>[] = [
  customColumn({
    title: '票据号',
    value: (row) => (
      <CaseLink queue={acceptanceQueue} row={row} className="num">
        {row.billNo}
      </CaseLink>
    ),
  }),
  createEnterpriseColumn(),
  customColumn({ title: '种类', width: 128, value: ({ acceptorKind }) => acceptorKinds[acceptorKind].label }),
  customColumn({ title: '承兑人', value: ({ acceptor }) => acceptor }),
  moneyColumn({ title: '票面金额', value: ({ amount }) => amount }),
  moneyColumn({ title: '释放额度', value: ({ freed }) => freed }),
  customColumn({ title: '到期日', width: 112, value: ({ maturityDay }) => <span className="num">{maturityDay}</span> }),
  customColumn({ title: '状态', width: 96, value: ({ state, label }) => <Tag tone={acceptanceBillTones[state]}>{label}</Tag> }),
  instantColumn({ title: '提交时间', value: ({ submittedAt }) => submittedAt }),
]

/** 承兑汇票: the bills that buyers have submitted as repayments. */
export function Page() {
  return (
    <ListPage
      title="承兑汇票"
      note="接收后覆盖待还账款，到期后 3 日内不计息；凭银行流水兑付或贴现后还款，退票按未收款处理；已贴现的由两人登记付追索款。"
      queryKey={['finance', 'acceptance']}
      fields={acceptanceFilters}
      list={(input, options) => acceptanceBillApi.list(input, options)}
      exportRows={(input) => exportApi.acceptances(input)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1200}
      above={<AcceptancesTabs />}
      empty="还没有票据"
      next="买家用承兑汇票还款并上传票面后，在这里审核接收"
    />
  )
}
