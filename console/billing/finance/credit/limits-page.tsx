import { Link } from '@tanstack/react-router'
import { creditAccountApi } from '#console/billing/finance/finance-api.ts'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { AmountLink } from '#console/platform/components/figures.tsx'
import { type Column, EMPTY_CELL, moneyColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { type CreditAccountRow, unusualCreditAccountFlags } from '#contract/billing/finance/credit-api.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { formatMoney, ZERO_FEN } from '#contract/platform/core/money.ts'
import { CreditTabs } from './credit-nav.tsx'

const fields = { standing: tabsFilter('类型', unusualCreditAccountFlags), keyword: textFilter('企业', Text(50), '企业名称') }

const Temporary = ({ row: { temp, tempEndDay } }: { row: CreditAccountRow }) =>
  temp === ZERO_FEN ? (
    '—'
  ) : (
    <span className="two-lines">
      <span className="num">{formatMoney(temp)}</span>
      <small className="num">{tempEndDay} 到期</small>
    </span>
  )

const columns: Column<CreditAccountRow>[] = [
  createEnterpriseColumn(),
  moneyColumn({ title: '固定额度', value: ({ base }) => base }),
  numberColumn({ title: '临时额度', width: 132, value: (row) => <Temporary row={row} /> }),
  numberColumn({
    title: '待还',
    width: 128,
    value: ({ enterpriseId, drawn }) => (
      <AmountLink amount={drawn}>
        {(text) => (
          <Link to="/transfers" search={{ enterpriseId, account: 'creditDrawn' }}>
            {text}
          </Link>
        )}
      </AmountLink>
    ),
  }),
  numberColumn({
    title: '占用',
    width: 128,
    value: ({ enterpriseId, held }) => (
      <AmountLink amount={held}>
        {(text) => (
          <Link to="/credit_holds" search={{ enterpriseId }}>
            {text}
          </Link>
        )}
      </AmountLink>
    ),
  }),
  moneyColumn({ title: '已用', value: ({ used }) => used }),
  moneyColumn({ title: '可用', value: ({ available }) => available }),
  numberColumn({
    title: '超出',
    width: 140,
    value: ({ over }) => (over === ZERO_FEN ? EMPTY_CELL : <Tag tone="bad">超出 {formatMoney(over)}</Tag>),
  }),
]

/** 赊销额度: the limit, the debt and the holds of each enterprise. */
export function Page() {
  return (
    <ListPage
      title="赊销额度"
      note="在企业详情中调整。提高到 ¥1,000,000.00 以上须另一人确认。"
      queryKey={['finance', 'credit', 'accounts']}
      fields={fields}
      list={(input, options) => creditAccountApi.accounts(input, options)}
      columns={columns}
      rowKey={({ enterpriseId }) => enterpriseId}
      width={1120}
      above={<CreditTabs />}
      exportRows={(input) => creditAccountApi.export(input)}
      empty="还没有企业开通赊销"
      next="在企业详情“调整固定额度”即可开通"
    />
  )
}
