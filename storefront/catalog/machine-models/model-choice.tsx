import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CountedMachineModel, MachineMaker } from '#contract/catalog/machine-models/api.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import { formatCount } from '#ui/format.ts'
import { MACHINE_MODELS_PAGE_SIZE, machineMakersQuery, machineModelsQuery } from './machine-api.ts'

interface Props {
  keyword: string
  maker: string
}

/** The makers, and the models of one maker, of all makers, or matching the keyword. */
export function MachineModelChoice({ keyword, maker }: Props) {
  const makers = useQuery(machineMakersQuery)
  const pageNo = parsePageNo(useSearch().page)
  const models = useQuery(machineModelsQuery({ maker, keyword, pageNo }))
  const turn = usePagination(models, { pageNo, pageSize: MACHINE_MODELS_PAGE_SIZE })
  const only = keyword !== '' && !models.isPlaceholderData && models.data?.total === 1 ? models.data.dataList[0]?.machineModelId : undefined
  useOnlyModel(only)
  return (
    <div className="mt-3 grid grid-cols-1 items-start gap-3 lg:grid-cols-[216px_1fr] lg:gap-5">
      <QueryContent from={makers} skeleton={<Skeleton className="h-24 lg:h-112" />}>
        {(known) => <Makers makers={known} current={keyword === '' ? maker : undefined} />}
      </QueryContent>
      <section aria-label="机型" aria-busy={models.isPlaceholderData} className="min-w-0">
        <h2 className="mb-3 text-lg">{keyword === '' ? maker || '全部机型' : `与「${keyword}」相符的机型`}</h2>
        <QueryContent from={models} skeleton={<Skeleton className="h-48" />}>
          {({ dataList, total }) =>
            dataList.length === 0 ? (
              <NoModels keyword={keyword} />
            ) : (
              <>
                <ul className="grid grid-cols-2 gap-2 md:grid-cols-3 md:gap-3 xl:grid-cols-4">
                  {dataList.map((model) => (
                    <li key={model.machineModelId}>
                      <ModelTile model={model} />
                    </li>
                  ))}
                </ul>
                <Pagination pageNo={pageNo} pageSize={MACHINE_MODELS_PAGE_SIZE} total={total} onChange={turn} />
              </>
            )
          }
        </QueryContent>
      </section>
    </div>
  )
}

/** Opens the only model that a search has found. It replaces the history entry, because Back would otherwise open it again. */
function useOnlyModel(machineModelId: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (machineModelId !== undefined) void navigate({ to: '/by_machine', search: { machineModelId }, replace: true })
  }, [machineModelId, navigate])
}

/** A column of makers; on phones they are beside each other. `current`: '' means all makers. */
function Makers({ makers, current }: { makers: readonly MachineMaker[]; current: string | undefined }) {
  const all = makers.reduce((sum, { modelCount }) => sum + modelCount, 0)
  return (
    <nav aria-label="制造商" className="panel p-2">
      <ul className="flex flex-wrap gap-2 lg:block">
        {[{ maker: '', modelCount: all }, ...makers].map(({ maker, modelCount }) => (
          <li key={maker}>
            <Link
              to="/by_machine"
              search={maker === '' ? {} : { maker }}
              aria-current={maker === current ? 'true' : undefined}
              className={`flex h-9 items-center gap-1.5 rounded-control px-3 ${maker === current ? 'bg-jade-tint font-medium text-jade' : 'hover:text-jade'}`}
            >
              {maker || '全部制造商'}
              <span className="num ml-auto text-sm text-mute">{formatCount(modelCount)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const ModelTile = ({ model: { machineModelId, maker, model, kind, goodsCount } }: { model: CountedMachineModel }) => (
  <Link to="/by_machine" search={{ machineModelId }} className="panel block h-full p-3 hover:border-jade hover:text-jade">
    <span className="block text-sm text-mute">
      {maker} {kind}
    </span>
    <span className="block text-md font-medium break-words">{model}</span>
    <span className="block text-sm text-mute">
      适用商品 <span className="num">{formatCount(goodsCount)}</span> 款
    </span>
  </Link>
)

const NoModels = ({ keyword }: { keyword: string }) => (
  <div className="panel">
    <EmptyState
      title={keyword === '' ? '还没有适用机型的商品' : `没有找到机型「${keyword}」`}
      hint="试试型号的一部分，如 EBZ160；也可以直接搜索商品，或请客服按图纸选型"
      action={
        <div className="flex gap-3">
          <ButtonLink to="/shop" search={keyword === '' ? {} : { keyword }} look="line" size="sm">
            {keyword === '' ? '去商城' : '在商城搜索'}
          </ButtonLink>
          <ButtonLink to="/service_contact" look="line" size="sm">
            联系客服
          </ButtonLink>
        </div>
      }
    />
  </div>
)
