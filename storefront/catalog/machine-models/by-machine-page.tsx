import { useQuery } from '@tanstack/react-query'
import { MACHINE_MODEL_KEYWORD_LENGTH_MAX } from '#contract/catalog/machine-models/api.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { GoodsOfBrandOrMachineModel } from '#storefront/catalog/goods/goods-list/narrowed-goods.tsx'
import { InPageSearchForm } from '#storefront/catalog/goods/search-form.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { isId } from '#storefront/platform/components/parse-id.ts'
import { EmptyState, QueryPage, Skeleton } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import { formatCount } from '#ui/format.ts'
import { machineModelDetailQuery } from './machine-api.ts'
import { MachineModelChoice } from './model-choice.tsx'

/** /by_machine 按机型: maker → model → fitting goods. The whole choice is in the URL. */
export function Page() {
  const { machineModelId, keyword = '', maker = '' } = useSearch()
  const navigate = useNavigate()
  const asked = [...keyword.trim()].slice(0, MACHINE_MODEL_KEYWORD_LENGTH_MAX).join('')
  const search = (text: string) => void navigate({ to: '/by_machine', search: text === '' ? {} : { keyword: text } })
  return (
    <div className="content py-3 md:py-4">
      {machineModelId === undefined ? (
        <>
          <h1 className="mb-3 text-xl">按机型选配件</h1>
          <InPageSearchForm
            key={asked}
            label="搜索机型"
            placeholder="型号或设备铭牌，如 EBZ160、W 200"
            keyword={asked}
            max={MACHINE_MODEL_KEYWORD_LENGTH_MAX}
            onSearch={search}
          />
          <MachineModelChoice keyword={asked} maker={maker} />
        </>
      ) : (
        <OneModel key={machineModelId} machineModelId={machineModelId} />
      )}
    </div>
  )
}

function OneModel({ machineModelId }: { machineModelId: string }) {
  const known = isId(machineModelId)
  const model = useQuery({ ...machineModelDetailQuery(machineModelId), enabled: known })
  const gone = model.error instanceof Refusal && model.error.reason === 'MACHINE_MODEL_NOT_FOUND'
  if (!known || gone) return <Gone />
  return (
    <QueryPage title="按机型选配件" from={model} skeleton={<Skeleton className="h-112 rounded-panel" />}>
      {({ maker, model: name, kind, goodsCount, categories }) => (
        <>
          <nav aria-label="位置" className="mb-3 flex flex-wrap items-center gap-x-2 text-sm text-mute">
            <Link to="/by_machine" className="finger hover:text-jade hover:underline">
              全部机型
            </Link>
            <span aria-hidden>/</span>
            <Link to="/by_machine" search={{ maker }} className="finger hover:text-jade hover:underline">
              {maker}
            </Link>
          </nav>
          <div className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <h1 className="text-xl break-words">
              {maker} {name}
            </h1>
            <p className="text-sm text-mute">
              {kind} · 适用商品 <span className="num">{formatCount(goodsCount)}</span> 款
            </p>
          </div>
          <GoodsOfBrandOrMachineModel
            place={{ to: '/by_machine', search: { machineModelId }, of: { machineModelId } }}
            goodsCount={goodsCount}
            categories={categories}
            emptyTitle="该机型暂无适用的在售商品"
          />
        </>
      )}
    </QueryPage>
  )
}

const Gone = () => (
  <div className="panel">
    <h1 className="sr-only">按机型选配件</h1>
    <EmptyState
      title="机型不存在或已删除"
      hint="链接可能已变更，可以从全部机型里找"
      action={
        <ButtonLink to="/by_machine" look="line" size="sm">
          全部机型
        </ButtonLink>
      }
    />
  </div>
)
