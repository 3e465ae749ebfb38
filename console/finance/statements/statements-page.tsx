import { Link } from '@tanstack/react-router'
import { Id, Month } from '../../../contract/fields.ts'
import { ages } from '../../../contract/finance/ageing.ts'
import type { Statement } from '../../../contract/statements/shapes.ts'
import { statementLifecycle } from '../../../contract/statements/statement-lifecycle.ts'
import { EnterprisePicker } from '../../enterprises/enterprise-picker.tsx'
import { type Column, column, moneyColumn } from '../../kit/list/columns.tsx'
import { choice, pick, tabs, text } from '../../kit/list/filters.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { Tag } from '../../kit/tag.tsx'
import { statementApi } from '../finance-api.ts'
import { whoseColumn } from '../kit/whose.tsx'
import { statementTones } from './statement-view.ts'
import { StatementsNav } from './statements-nav.tsx'

const fields = {
  state: tabs('状态', statementLifecycle.states),
  enterpriseId: pick('企业', Id),
  age: choice('账龄', ages),
  month: text('月份', Month, '如 2026-11'),
}

type Row = Statement & { enterpriseId: string; enterpriseName: string | null }

const columns: Column<Row>[] = [
  column({
    title: '账单',
    width: 104,
    of: ({ enterpriseId, month }) => (
      <Link to="/statement" search={{ enterpriseId, month }} className="num">
        {month}
      </Link>
    ),
  }),
  whoseColumn(),
  column({ title: '状态', width: 88, of: ({ state, label }) => <Tag tone={statementTones[state]}>{label}</Tag> }),
  moneyColumn({ title: '账单金额', of: ({ total }) => total }),
  moneyColumn({ title: '已还', of: ({ settled }) => settled }),
  moneyColumn({ title: '争议中', of: ({ disputed }) => disputed }),
  moneyColumn({ title: '待还', of: ({ owed }) => owed }),
  moneyColumn({ title: '逾期利息', of: ({ interest }) => interest }),
  column({ title: '到期日', width: 112, of: ({ dueDay }) => <span className="num">{dueDay}</span> }),
]

/** 月账单: the closed months of all companies. */
export function Page() {
  return (
    <ListPage
      title="月账单"
      note="每月 1 日出账，10 日到期。"
      queryKey={['finance', 'statement']}
      fields={fields}
      pickers={{ enterpriseId: EnterprisePicker }}
      list={(input, options) => statementApi.list(input, options)}
      columns={columns}
      rowKey={({ enterpriseId, month }) => `${enterpriseId} ${month}`}
      width={1120}
      above={<StatementsNav />}
      keep={(input) => statementApi.export(input)}
      empty="还没有账单"
      next="每月 1 日为有赊销发货的企业出账"
    />
  )
}
