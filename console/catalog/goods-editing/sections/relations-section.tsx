import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useDraftField, useDraftStore, useFieldProblemsByPath } from '#console/catalog/goods-editing/editor/editor-context.ts'
import { EditorField } from '#console/catalog/goods-editing/editor/field.tsx'
import { goodsApi, goodsSkuAndMachineNamesByIdQuery, machineModelApi } from '#console/catalog/goods-editing/goods-api.ts'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { SEARCHING, useSearchText } from '#console/platform/components/use-search-text.ts'
import {
  GOODS_RELATIONS_MAX,
  type GoodsRelationKind,
  goodsRelationKinds,
  MACHINE_MODELS_PER_GOODS_CONTENT_MAX,
} from '#contract/catalog/goods-editing/content.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

const SHOWN = 20
const UUID = /^[0-9a-f-]{36}$/

interface PickProps {
  id: string
  what: string
  value: string[]
  change: (value: string[]) => void
  names: ReadonlyMap<string, string> | undefined
  find: (keyword: string) => Promise<{ value: string; label: string }[]>
  max: number
}

/** Selects several records by a part of their name. */
function PickMany({ id, what, value, change, names, find, max }: PickProps) {
  const { keyword, setTyped, isOld } = useSearchText(50)
  const [open, setOpen] = useState(false)
  const found = useQuery({ queryKey: ['goodsPick', what, keyword], queryFn: () => find(keyword), enabled: open })
  const isSearching = isOld(found)
  const listed = isSearching ? [] : (found.data ?? [])
  const others = value.filter((one) => !listed.some((option) => option.value === one))
  return (
    <Select
      id={id}
      mode="multiple"
      placeholder={`输入${what}的名称`}
      value={value}
      maxCount={max}
      options={[...others.map((one) => ({ value: one, label: names?.get(one) ?? '…' })), ...listed]}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      getPopupContainer={getParentOverlayContainer}
      loading={found.isFetching}
      notFoundContent={found.error ? found.error.message : isSearching ? SEARCHING : `没有找到${what}`}
      onOpenChange={setOpen}
      onChange={(next: string[]) => change(next.filter((one) => UUID.test(one)))}
    />
  )
}

/** Related goods, and the fitting machine models. */
export function RelationsSection() {
  const store = useDraftStore()
  const [relations, setRelations] = useDraftField('relations')
  const [models, setModels] = useDraftField('machineModelIds')
  const problems = useFieldProblemsByPath()
  const room = Math.max(0, GOODS_RELATIONS_MAX - relations.length)
  const goodsIds = [...new Set(relations.map(({ goodsId }) => goodsId))]
  const names = useQuery({
    ...goodsSkuAndMachineNamesByIdQuery({ goodsIds, skuIds: [], machineModelIds: models }),
    placeholderData: (before) => before,
  })
  const setKind = (kind: GoodsRelationKind, ids: string[]) =>
    setRelations([...relations.filter((one) => one.kind !== kind), ...ids.map((goodsId) => ({ kind, goodsId }))])
  const findGoods = async (keyword: string) => {
    const { dataList } = await goodsApi.list({ pageSize: SHOWN, ...(keyword === '' ? {} : { keyword }) })
    const own = store.read().goodsId
    return dataList
      .filter(({ goodsId, state }) => goodsId !== own && state !== 'draft')
      .map(({ goodsId, name }) => ({ value: goodsId, label: name }))
  }
  const findModels = async (keyword: string) => {
    const { dataList } = await machineModelApi.list({ pageSize: SHOWN, ...(keyword === '' ? {} : { keyword }) })
    return dataList.map(({ machineModelId, maker, model }) => ({ value: machineModelId, label: `${maker} ${model}` }))
  }
  return (
    <div className="goods-fields" data-path="relations">
      {keysOf(goodsRelationKinds).map((kind) => (
        <EditorField
          key={kind}
          path={`relations-${kind}`}
          label={`${goodsRelationKinds[kind].label}商品`}
          wrong={relations.flatMap((one, at) => (one.kind === kind ? (problems.get(`relations.${at}`) ?? []) : []))[0]}
          help={room === 0 ? `三种关联商品合计最多 ${GOODS_RELATIONS_MAX} 个` : undefined}
        >
          {(id) => (
            <PickMany
              id={id}
              what="商品"
              value={relations.filter((one) => one.kind === kind).map(({ goodsId }) => goodsId)}
              change={(ids) => setKind(kind, ids)}
              names={names.data}
              find={findGoods}
              max={room + relations.filter((one) => one.kind === kind).length}
            />
          )}
        </EditorField>
      ))}
      <EditorField
        path="machineModelIds"
        label="适用机型"
        help={models.length >= MACHINE_MODELS_PER_GOODS_CONTENT_MAX ? `最多 ${MACHINE_MODELS_PER_GOODS_CONTENT_MAX} 个机型` : undefined}
      >
        {(id) => (
          <PickMany
            id={id}
            what="机型"
            value={models}
            change={setModels}
            names={names.data}
            find={findModels}
            max={MACHINE_MODELS_PER_GOODS_CONTENT_MAX}
          />
        )}
      </EditorField>
    </div>
  )
}
