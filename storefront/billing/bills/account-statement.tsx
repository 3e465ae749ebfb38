import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type AccountStatementAccountSums, accountStatementEndpoints, WRITTEN_OFF_LABEL } from '#contract/billing/account-statements/api.ts'
import { listAccountStatementPeriodChoices } from '#contract/billing/account-statements/periods.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import { LetterSignings } from '#storefront/billing/signings/letter-signings.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { Card } from '#storefront/platform/components/card.tsx'
import { DayField } from '#storefront/platform/components/day/day-field.tsx'
import { DayRangeButtons, listUsualDayRanges } from '#storefront/platform/components/day/day-ranges.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { useSetSearchParamsKeepingOthers } from '#storefront/platform/components/use-search-params.ts'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { getDayError } from '#ui/day/day-view.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { FoldedHash } from './statement-entries.tsx'

const accountStatementApi = createApiClient(accountStatementEndpoints, sendOrHoldUntilLogin)

/** What is wrong with a period; undefined: nothing. */
function getPeriodError({ from, to }: DayRange, last: string): string | undefined {
  const fault = getDayError(from, { max: last }) ?? getDayError(to, { max: last })
  if (fault !== undefined || from === '' || to === '') return fault ?? '请选择起止日期'
  return accountStatementEndpoints.overview.input.safeParse({ from, to }).error?.issues[0]?.message
}

/** 往来对账: what the company owed and had at the beginning and the end of any period, as a paper with its hash, and a confirmation letter. */
export function AccountStatementView() {
  const today = useToday()
  const usual = listAccountStatementPeriodChoices(today)
  const search = useSearch()
  const set = useSetSearchParamsKeepingOthers()
  const period = { from: search.from ?? usual[0]?.from ?? '', to: search.to ?? usual[0]?.to ?? '' }
  const last = addDays(today, -1)
  const error = getPeriodError(period, last)
  return (
    <div className="flex flex-col gap-3 md:gap-4">
      <Card title="对账期间">
        <div className="grid gap-x-4 sm:grid-cols-2 lg:max-w-xl">
          <DayField label="开始日期" value={period.from} max={last} onChange={(from) => set({ from })} />
          <DayField label="结束日期" value={period.to} max={last} onChange={(to) => set({ to })} />
        </div>
        <DayRangeButtons
          ranges={[...listUsualDayRanges(today, last), ...usual]}
          value={period}
          onChoose={({ from, to }) => set({ from, to })}
        />
        <p className={`mt-3 text-sm ${error === undefined ? 'text-mute' : 'text-danger'}`} role={error === undefined ? undefined : 'alert'}>
          {error ?? '按入账时间列示，截止日最晚为昨天；同一期间重新下载，校验码不变。'}
        </p>
      </Card>
      {error === undefined && <Overview period={period} />}
    </div>
  )
}

function Overview({ period }: { period: DayRange }) {
  const overview = useQuery({
    queryKey: ['account-statement', period.from, period.to],
    queryFn: () => accountStatementApi.overview(period),
  })
  return (
    <QueryContent from={overview} skeleton={<Skeleton className="h-64" />}>
      {({ accounts, hash, writtenOff }) => (
        <>
          <Card title={`${period.from} 至 ${period.to}`}>
            <ul className="divide-y divide-line-soft">
              {accounts.map((sums) => (
                <Account key={sums.account} sums={sums} />
              ))}
            </ul>
            {writtenOff > 0 && (
              <p className="mt-2 text-sm text-mute">
                {WRITTEN_OFF_LABEL} <span className="num">{formatMoney(writtenOff)}</span>，不在以上余额中，仍须偿还
              </p>
            )}
            <StatementDownloads period={period} />
          </Card>
          <LetterSignings />
          <FoldedHash summary="如何核验本对账单" hash={hash}>
            往来对账单 PDF 上印有同一校验码及计算方法。
          </FoldedHash>
        </>
      )}
    </QueryContent>
  )
}

function Account({ sums: { label, opening, increase, decrease, closing, movements } }: { sums: AccountStatementAccountSums }) {
  const parts = [
    ['期初余额', opening],
    ['本期增加', increase],
    ['本期减少', decrease],
    ['期末余额', closing],
  ] as const
  return (
    <li className="py-3 first:pt-0">
      <h3 className="mb-2 text-md">
        {label}
        <span className="num ml-2 text-sm text-mute">{movements} 笔</span>
      </h3>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
        {parts.map(([name, amount]) => (
          <div key={name}>
            <dt className="text-xs text-mute">{name}</dt>
            <dd className="num text-md font-semibold">{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

function StatementDownloads({ period }: { period: DayRange }) {
  const paper = useApiMutation(() => accountStatementApi.paper(period), { onSuccess: saveFileToDisk })
  const letter = useApiMutation(() => accountStatementApi.confirmationLetter({ day: period.to }), { onSuccess: saveFileToDisk })
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2.5 border-t border-line-soft pt-4">
      <Button look="line" size="sm" busy={paper.isPending} onClick={() => paper.mutate(undefined)}>
        <Download className="size-4" aria-hidden />
        往来对账单
      </Button>
      <Button look="line" size="sm" busy={letter.isPending} onClick={() => letter.mutate(undefined)}>
        <Download className="size-4" aria-hidden />
        往来询证函
      </Button>
      <p className="text-sm text-mute">询证函为截至 {period.to} 的余额，带回函栏，盖章后寄回。</p>
    </div>
  )
}
