import { Link } from '@tanstack/react-router'
import { creditAccountApi } from '#console/billing/finance/finance-api.ts'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { type Column, customColumn, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { pickFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import type { CreditHoldRow } from '#contract/billing/finance/credit-api.ts'
import { Id } from '#contract/platform/core/fields.ts'
import { CreditTabs } from './credit-nav.tsx'

const fields = { enterpriseId: pickFilter('企业', Id) }

const columns: Column<CreditHoldRow>[] = [
  customColumn({
    title: '订单',
    width: 190,
    value: ({ enterpriseId, orderNo }) => (
      <Link to="/order" search={{ enterpriseId, orderNo }} className="num">
        {orderNo}
      </Link>
    ),
  }),
  createEnterpriseColumn(),
  customColumn({ title: '商品', value: ({ title }) => title }),
  moneyColumn({ title: '占用额', value: ({ amount }) => amount }),
  moneyColumn({ title: '已转赊销', value: ({ posted }) => posted }),
  moneyColumn({ title: '已释放', value: ({ voided }) => voided }),
  moneyColumn({ title: '剩余占用', value: ({ rest }) => rest }),
  instantColumn({ title: '占用时间', value: ({ at }) => at }),
]

/** 赊销占用: orders that are paid on credit and not shipped, each with its hold. */
export function Page() {
  return (
    <ListPage
      title="赊销占用"
      note="发货后转为赊销；取消或退款则释放。最早的在前。"
      queryKey={['finance', 'credit', 'holds']}
      fields={fields}
      pickers={{ enterpriseId: EnterpriseFilterPicker }}
      list={(input, options) => creditAccountApi.holds(input, options)}
      exportRows={(input) => exportApi.holds(input)}
      columns={columns}
      rowKey={({ orderNo }) => orderNo}
      width={1180}
      above={<CreditTabs />}
      empty="没有占用中的额度"
      next="买家用赊销下单后、发货前，占用的额度列在这里"
    />
  )
}
