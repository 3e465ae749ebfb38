import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MaterialCode } from '#contract/catalog/materials/api.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog, Modal } from '#storefront/platform/components/dialog.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { SheetImport } from '#storefront/platform/components/sheet-import.tsx'
import { SkeletonRows } from '#storefront/platform/components/skeleton-list.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { SetMaterialCodeForm } from './code-form.tsx'
import { invalidatedByMaterialCode, materialCodeApi, materialCodesQuery, PAGE_SIZE } from './material-api.ts'
import { downloadMaterialCodeTemplate, parseMaterialCodeRows, toMaterialCodeImportResults } from './material-file.ts'

type OpenWindow = { what: 'import' } | { what: 'set'; known?: MaterialCode } | { what: 'drop'; known: MaterialCode }

/**
 * /material_code 本企业物料编码: the enterprise's own codes of our SKUs. They are shown in its cart and orders, and the quick order understands
 * them.
 */
export function Page() {
  const { keyword = '', page } = useSearch()
  const codes = useQuery(materialCodesQuery(keyword, parsePageNo(page)))
  const [asking, setAsking] = useState<OpenWindow>()
  const { reason: denied } = usePermission('addCart')
  const turn = usePagination(codes, { pageNo: parsePageNo(page), pageSize: PAGE_SIZE })
  const empty = codes.data?.total === 0 && keyword === ''
  return (
    <UserCenterLayout title="本企业物料编码" actions={<Actions denied={denied} empty={empty} onAsk={setAsking} />}>
      {!empty && <Search keyword={keyword} />}
      <QueryContent from={codes} skeleton={<SkeletonRows row="h-32 md:h-21" />}>
        {({ dataList, total }) =>
          dataList.length === 0 ? (
            <None keyword={keyword} denied={denied} onAsk={setAsking} />
          ) : (
            <>
              <List codes={dataList} locked={denied !== undefined} onAsk={setAsking} />
              <Pagination pageNo={parsePageNo(page)} pageSize={PAGE_SIZE} total={total} onChange={turn} />
            </>
          )
        }
      </QueryContent>
      <Windows asking={asking} close={() => setAsking(undefined)} />
    </UserCenterLayout>
  )
}

function Actions({ denied, empty, onAsk }: { denied: string | undefined; empty: boolean; onAsk: (asking: OpenWindow) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {!empty && <ExportButtons ask={(format) => buyerListExportApi.materialCodes({ format })} />}
      <Button look="line" size="sm" blocked={denied} onClick={() => onAsk({ what: 'import' })}>
        批量导入
      </Button>
      <Button size="sm" blocked={denied} onClick={() => onAsk({ what: 'set' })}>
        新增
      </Button>
    </div>
  )
}

function Search({ keyword }: { keyword: string }) {
  const [typed, setTyped] = useState(keyword)
  const navigate = useNavigate()
  return (
    <search className="mb-3">
      <form
        className="flex max-w-105 gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void navigate({ to: '.', search: typed.trim() === '' ? {} : { keyword: typed.trim() } })
        }}
      >
        <input
          type="search"
          aria-label="搜索物料编码或商品编码"
          placeholder="物料编码或商品编码"
          value={typed}
          maxLength={50}
          onChange={(event) => setTyped(event.target.value)}
          className="h-9 min-w-0 flex-1 rounded-control border border-line bg-white px-3 hover:border-placeholder focus:border-jade"
        />
        <Button type="submit" look="line" size="sm" className="h-9">
          搜索
        </Button>
      </form>
    </search>
  )
}

function None({ keyword, denied, onAsk }: { keyword: string; denied: string | undefined; onAsk: (asking: OpenWindow) => void }) {
  return (
    <div className="panel">
      {keyword === '' ? (
        <EmptyState
          title="还没有物料编码"
          hint="把本企业的物料编码与商品对应起来：购物车、订单和导出都会显示，批量下单可以直接用它。"
          action={denied === undefined && <Button onClick={() => onAsk({ what: 'set' })}>新增物料编码</Button>}
        />
      ) : (
        <EmptyState
          title={`没有找到「${keyword}」`}
          hint="可按物料编码的一部分，或完整的商品编码查找。"
          action={
            <ButtonLink to="/material_code" look="line">
              查看全部编码
            </ButtonLink>
          }
        />
      )}
    </div>
  )
}

function List({ codes, locked, onAsk }: { codes: readonly MaterialCode[]; locked: boolean; onAsk: (asking: OpenWindow) => void }) {
  return (
    <ul className="panel divide-y divide-line-soft">
      {codes.map((known) => (
        <li key={known.sku.skuId} className="flex flex-wrap items-center gap-x-6 gap-y-1 px-3 py-3 md:px-5">
          <p className="num w-full font-semibold break-all md:w-50">{known.materialCode}</p>
          <div className="min-w-60 flex-1">
            <GoodsLine goods={{ ...known.sku, materialCode: null }} size="sm" dim={!known.sku.onShelf} />
          </div>
          {!locked && (
            <div className="ml-auto flex gap-4">
              <Button
                look="plain"
                className="text-sm"
                aria-label={`修改 ${known.materialCode}`}
                onClick={() => onAsk({ what: 'set', known })}
              >
                修改
              </Button>
              <Button
                look="plain"
                className="text-sm"
                aria-label={`删除 ${known.materialCode}`}
                onClick={() => onAsk({ what: 'drop', known })}
              >
                删除
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Windows({ asking, close }: { asking: OpenWindow | undefined; close: () => void }) {
  const queries = useQueryClient()
  const drop = useApiMutation((skuId: string) => materialCodeApi.delete({ skuIds: [skuId] }), {
    invalidates: invalidatedByMaterialCode,
    onSuccess: () => {
      close()
      showNotice('物料编码已删除')
    },
  })
  const take = async (table: readonly (readonly string[])[]) => {
    const rows = parseMaterialCodeRows(table)
    const results = await materialCodeApi.import({ rows })
    for (const queryKey of invalidatedByMaterialCode) void queries.invalidateQueries({ queryKey })
    return toMaterialCodeImportResults(rows, results)
  }
  const known = asking?.what === 'set' ? asking.known : undefined
  return (
    <>
      <Modal open={asking?.what === 'import'} onClose={close} title="批量导入物料编码" wide>
        <SheetImport
          label="上传物料编码文件"
          hint="XLSX、CSV，两列：商品编码、物料编码"
          onTemplate={() => void downloadMaterialCodeTemplate()}
          take={take}
        />
      </Modal>
      <Modal open={asking?.what === 'set'} onClose={close} title={known ? '修改物料编码' : '新增物料编码'}>
        <SetMaterialCodeForm known={known} close={close} />
      </Modal>
      <ConfirmDialog
        open={asking?.what === 'drop'}
        onClose={close}
        title="提示"
        text={`确定删除物料编码 ${asking?.what === 'drop' ? asking.known.materialCode : ''} 吗？`}
        confirm="删除"
        busy={drop.isPending}
        onConfirm={() => asking?.what === 'drop' && drop.mutate(asking.known.sku.skuId)}
      />
    </>
  )
}
