import { type FormEvent, useState } from 'react'
import { type ContractKind, type ContractRow, contractKinds } from '#contract/billing/contracts/api.ts'
import type { Signing } from '#contract/billing/signings/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { useSignings } from '#storefront/billing/signings/signing-api.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { type LinkTab, LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { SkeletonPanels } from '#storefront/platform/components/skeleton-list.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import { PAGE_SIZE, useContracts } from './contract-api.ts'
import { ContractCard } from './contract-card.tsx'

/** /my_contract: the accepted credit agreement, the contract of every order, and letters about overdue statements. */
export function Page() {
  const { kind, keyword, page } = useSearch()
  const shown = keysOf(contractKinds).find((one) => one === kind)
  return (
    <UserCenterLayout title="我的合同">
      <Kinds shown={shown} />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        {(shown === undefined || shown === 'purchase') && <Search key={keyword} keyword={keyword ?? ''} />}
        <ExportButtons ask={(format) => buyerListExportApi.contracts({ ...(shown ? { kind: shown } : {}), format })} />
      </div>
      <Contracts kind={shown} keyword={shown === undefined || shown === 'purchase' ? keyword : undefined} pageNo={parsePageNo(page)} />
    </UserCenterLayout>
  )
}

function Kinds({ shown }: { shown: ContractKind | undefined }) {
  const tab = (label: string, kind?: ContractKind): LinkTab => ({
    to: '/my_contract',
    label,
    current: shown === kind,
    search: kind === undefined ? {} : { kind },
  })
  return <LinkTabs label="合同类型" tabs={[tab('全部'), ...keysOf(contractKinds).map((kind) => tab(contractKinds[kind].label, kind))]} />
}

const DIGITS_MAX = 18

/** Searches by an order number or a part of it. */
function Search({ keyword }: { keyword: string }) {
  const [text, setText] = useState(keyword)
  const navigate = useNavigate()
  const find = (event: FormEvent) => {
    event.preventDefault()
    void navigate({ to: '.', search: (was) => ({ ...was, keyword: text.trim() === '' ? undefined : text.trim(), page: undefined }) })
  }
  return (
    <search className="w-full sm:w-88">
      <form onSubmit={find} className="flex gap-2">
        <input
          type="search"
          aria-label="按订单号搜索"
          placeholder="订单号"
          inputMode="numeric"
          maxLength={DIGITS_MAX}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="num h-9 w-full min-w-0 flex-1 rounded-control border border-line bg-white px-3 hover:border-placeholder focus:border-jade"
        />
        <Button type="submit" look="line" size="sm" className="h-9">
          搜索
        </Button>
      </form>
    </search>
  )
}

/** What a signing names of a contract. */
const getSigningSubject = (contract: ContractRow): string => (contract.kind === 'purchase' ? contract.orderNo : contract.id)

/** The newest signing of each of the contracts of a page, by what it names of it. */
function useSigningsOfContracts(contracts: readonly ContractRow[]): ReadonlyMap<string, Signing> {
  const subjectsOf = (kind: ContractKind) => contracts.filter((one) => one.kind === kind).map(getSigningSubject)
  const [orderNos, agreements] = [subjectsOf('purchase'), subjectsOf('credit')]
  const purchases = useSignings('PURCHASE', orderNos, orderNos.length > 0)
  const credits = useSignings('CREDIT', agreements, agreements.length > 0)
  return new Map([purchases, credits].flatMap(({ data }) => (data?.signings ?? []).map((signing) => [signing.subject, signing] as const)))
}

function Contracts(filter: { kind: ContractKind | undefined; keyword: string | undefined; pageNo: number }) {
  const found = useContracts(filter)
  const signings = useSigningsOfContracts(found.data?.dataList ?? [])
  const turn = usePagination(found, { pageNo: filter.pageNo, pageSize: PAGE_SIZE })
  return (
    <QueryContent from={found} skeleton={<SkeletonPanels row="h-36 md:h-32" />}>
      {({ dataList, total }) => (
        <div className="flex flex-col gap-3">
          {dataList.length === 0 && (
            <div className="panel">
              <EmptyState
                title={filter.keyword === undefined ? '还没有合同' : '没有找到这个订单号的合同'}
                hint="订单提交后即可下载购销合同；开通赊销并同意协议后，协议也在这里。"
                action={<ButtonLink to="/my_order">查看我的订单</ButtonLink>}
              />
            </div>
          )}
          {dataList.map((contract) => (
            <ContractCard key={contract.id} contract={contract} signing={signings.get(getSigningSubject(contract))} />
          ))}
          <Pagination pageNo={filter.pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
        </div>
      )}
    </QueryContent>
  )
}
