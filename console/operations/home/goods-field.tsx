import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { SortableRows } from '#console/catalog/attributes/sortable-rows.tsx'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { goodsNamesByIdQuery, homeSectionGoodsOptionsQuery } from './home-api.ts'

const GOODS_MAX = 20
const KEYWORD_MAX = 50

/** Goods chosen by hand, in the order in which the section shows them. */
export function HomeSectionGoodsField() {
  const form = Form.useFormInstance<{ goodsIds: string[] }>()
  const chosen: string[] = Form.useWatch('goodsIds', form) ?? form.getFieldValue('goodsIds') ?? []
  const names = useQuery({ ...goodsNamesByIdQuery(chosen), enabled: chosen.length > 0, placeholderData: keepPreviousData }).data
  return (
    <Form.List
      name="goodsIds"
      rules={[
        {
          validator: async (_, ids: string[] = []) => {
            if (ids.length === 0) throw new Error('请选择商品')
          },
        },
      ]}
    >
      {(fields, { add, remove, move }, { errors }) => (
        <fieldset className="home-goods" aria-label="商品">
          <p className="field-label">手工选择的商品（按显示顺序，{fields.length} 个）</p>
          <SortableRows
            keys={fields.map(({ key }) => key)}
            what="商品"
            move={move}
            row={(at) => {
              const name = names?.get(chosen[at] ?? '') ?? '…'
              return (
                <>
                  {/* Values that are in no form field are not sent. */}
                  <Form.Item name={at} hidden noStyle>
                    <Input type="hidden" />
                  </Form.Item>
                  <span className="home-goods-name">{name}</span>
                  <Button
                    type="text"
                    danger
                    size="small"
                    icon={<Trash2 size={14} aria-hidden />}
                    aria-label={`移除${name}`}
                    onClick={() => remove(at)}
                  />
                </>
              )
            }}
          />
          {fields.length < GOODS_MAX ? (
            <AddGoods chosen={chosen} add={add} />
          ) : (
            <p className="drawer-note">一个版块最多 {GOODS_MAX} 个商品。</p>
          )}
          <Form.ErrorList errors={errors} />
        </fieldset>
      )}
    </Form.List>
  )
}

/** Adds goods that are found by a part of their name or number. */
function AddGoods({ chosen, add }: { chosen: readonly string[]; add: (goodsId: string) => void }) {
  const [keyword, setKeyword] = useState('')
  const found = useQuery({ ...homeSectionGoodsOptionsQuery(keyword.trim().slice(0, KEYWORD_MAX)), placeholderData: keepPreviousData })
  return (
    <Select
      aria-label="增加商品"
      className="home-goods-add"
      placeholder="输入商品名称或编码"
      value={null}
      options={(found.data ?? []).filter(({ value }) => !chosen.includes(value))}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={found.isFetching}
      notFoundContent={found.error ? found.error.message : '没有找到在售商品'}
      getPopupContainer={getOverlayContainer}
      onSelect={(goodsId: string | null) => {
        if (goodsId !== null) add(goodsId)
        setKeyword('')
      }}
    />
  )
}
