import { Link } from '@tanstack/react-router'
import type * as z from 'zod/mini'
import { bankApi } from '#console/billing/bank/bank-api.ts'
import { OwnAccountFilterPicker } from '#console/billing/own-accounts/own-account-field.tsx'
import { type Column, countColumn, customColumn, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { dayFilter, pickFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import type { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { BankAccountNo } from '#contract/money/payments/typed-line-account.ts'
import { Day, Text } from '#contract/platform/core/fields.ts'

type Import = z.output<typeof consoleBankEndpoints.imports.output>['dataList'][number]

const fields = {
  accountNo: pickFilter('收款账户', BankAccountNo),
  keyword: textFilter('搜索', Text(60), '文件名'),
  dateFrom: dayFilter('导入日期', Day),
  dateTo: dayFilter('至', Day),
}

const columns: Column<Import>[] = [
  customColumn({ title: '文件', value: ({ fileName }) => fileName }),
  customColumn({ title: '收款账户', width: 200, value: ({ account }) => account }),
  instantColumn({ title: '导入时间', value: ({ at }) => at }),
  customColumn({ title: '导入人', width: 120, value: ({ by }) => by }),
  countColumn({ title: '已导入', value: ({ added }) => added }),
  moneyColumn({ title: '导入金额', value: ({ amount }) => amount }),
  countColumn({ title: '已存在', value: ({ known }) => known }),
  countColumn({ title: '已跳过', value: ({ skipped }) => skipped }),
  countColumn({ title: '有误', value: ({ refused }) => refused }),
]

/** 导入记录: the imported statements and their results. */
export function Page() {
  return (
    <ListPage
      title="导入记录"
      note="同一流水号只入账一次，重复导入不会增加。"
      queryKey={['bank', 'imports']}
      fields={fields}
      pickers={{ accountNo: OwnAccountFilterPicker }}
      list={(input, options) => bankApi.imports(input, options)}
      exportRows={(input) => exportApi.bankImports(input)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1160}
      empty="还没有导入过对账单"
      next="点“导入对账单”上传银行导出的 CSV 或 XLSX"
      actions={
        <Link to="/bank_import" className="button-link">
          导入对账单
        </Link>
      }
    />
  )
}
