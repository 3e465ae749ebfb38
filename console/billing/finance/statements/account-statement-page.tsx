import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { accountStatementApi } from '#console/billing/finance/finance-api.ts'
import { RequiredEnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { type Column, customColumn, moneyColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { dayFilter, parseListSearchParams, requiredPickFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { type AccountStatementAccountSums, WRITTEN_OFF_LABEL } from '#contract/billing/account-statements/api.ts'
import { listAccountStatementPeriodChoices } from '#contract/billing/account-statements/periods.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import { Day, Id } from '#contract/platform/core/fields.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { StatementsTabs } from './statements-nav.tsx'

const fields = { enterpriseId: requiredPickFilter('企业', Id), from: dayFilter('期间', Day), to: dayFilter('至', Day) }

const NOTHING = { dataList: [], total: 0 }

const columns: Column<AccountStatementAccountSums>[] = [
  customColumn({ title: '账户', value: ({ label }) => label }),
  moneyColumn({ title: '期初余额', value: ({ opening }) => opening }),
  moneyColumn({ title: '本期增加', value: ({ increase }) => increase }),
  moneyColumn({ title: '本期减少', value: ({ decrease }) => decrease }),
  moneyColumn({ title: '期末余额', value: ({ closing }) => closing }),
  numberColumn({ title: '笔数', width: 90, value: ({ movements }) => movements }),
]

/** A period; what is left out is that of the year so far. */
function usePeriod(): (given: { from?: string | undefined; to?: string | undefined }) => DayRange {
  const [thisYear] = listAccountStatementPeriodChoices(toShanghaiDay(useNow()))
  return ({ from, to }) => ({ from: from ?? thisYear?.from ?? '', to: to ?? thisYear?.to ?? '' })
}

/** The company and the period of the address. */
function useRequested(): { enterpriseId: string | undefined; period: DayRange } {
  const { enterpriseId, from, to } = parseListSearchParams(fields, useSearch({ strict: false }))
  return { enterpriseId, period: usePeriod()({ from, to }) }
}

/** The figures of a company: the list shows the accounts, and the line above it the hash. */
const overviewQuery = (enterpriseId: string, period: DayRange) => ({
  queryKey: ['finance', 'account-statement', 'overview', enterpriseId, period],
  queryFn: () => accountStatementApi.overview({ enterpriseId, ...period }),
})

/** The buttons for both papers, and the hash that the first one prints. */
function StatementDownloads() {
  const { enterpriseId, period } = useRequested()
  const why = enterpriseId === undefined ? '请先选择企业' : undefined
  const ref = { enterpriseId: enterpriseId ?? '' }
  const paper = useApiMutation(() => accountStatementApi.paper({ ...ref, ...period }), { onSuccess: saveFileToDisk })
  const letter = useApiMutation(() => accountStatementApi.confirmationLetter({ ...ref, day: period.to }), { onSuccess: saveFileToDisk })
  return (
    <>
      <Button {...toDisabledProps(why)} loading={letter.isPending} onClick={() => letter.mutate(undefined)}>
        询证函
      </Button>
      <Button type="primary" {...toDisabledProps(why)} loading={paper.isPending} onClick={() => paper.mutate(undefined)}>
        往来对账单
      </Button>
    </>
  )
}

/** The hash of the period, to compare with a paper. */
function Hash() {
  const { enterpriseId, period } = useRequested()
  const { data } = useQuery({ ...overviewQuery(enterpriseId ?? '', period), enabled: enterpriseId !== undefined, meta: { quiet: true } })
  return data ? (
    <p className="mute num break-all account-hash">
      {data.from} 至 {data.to}，校验码 {data.hash}
      {data.writtenOff > 0 && `；${WRITTEN_OFF_LABEL} ${formatMoney(data.writtenOff)}`}
    </p>
  ) : null
}

/** 往来对账: what a company owed and had at the beginning and the end of any period, as papers for both sides. */
export function Page() {
  const toPeriod = usePeriod()
  const queries = useQueryClient()
  return (
    <ListPage
      title="往来对账"
      note="未选期间时为今年至今；截止日最晚为昨天，最长 366 天。询证函按截止日出具，带回函栏。"
      queryKey={['finance', 'account-statement']}
      fields={fields}
      pickers={{ enterpriseId: RequiredEnterpriseFilterPicker }}
      list={async ({ enterpriseId, from, to }) => {
        if (enterpriseId === undefined) return NOTHING
        const { accounts } = await queries.fetchQuery({ ...overviewQuery(enterpriseId, toPeriod({ from, to })), staleTime: 0 })
        return { dataList: accounts, total: accounts.length }
      }}
      columns={columns}
      rowKey={({ account }) => account}
      width={820}
      above={
        <>
          <StatementsTabs />
          <Hash />
        </>
      }
      actions={<StatementDownloads />}
      empty="请选择企业"
      next="在上方选择一家企业，这里列出应收与预存的期初、变动与期末"
    />
  )
}
