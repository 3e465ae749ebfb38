import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { SinglePictureField } from '#console/catalog/pictures/picture-field.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { getCutOutUrl } from '#contract/catalog/pictures/picture-urls.ts'
import { goodsNamesByIdQuery, homeHeroPictureQuery, homeSectionApi, homeSectionGoodsOptionsQuery } from './home-api.ts'

interface Fields extends RowVersionFormValues {
  pictureId: string | null
  goodsId?: string | null
}

const KEYWORD_MAX = 50

/** 首页主图: the picture on the stage of the home page. */
export function HomeHeroPicturePanel() {
  const { data } = useQuery(homeHeroPictureQuery)
  const drawer = useDrawer<Fields>()
  if (!data) return null
  return (
    <Panel
      title="主图"
      className="home-hero"
      extra={
        <Button size="small" aria-label="修改主图" onClick={() => drawer.show(data)}>
          修改
        </Button>
      }
    >
      {data.pictureId === null ? (
        <p className="drawer-note">没有图片：首页顶部只有文字。</p>
      ) : (
        <img className="home-hero-picture" src={getCutOutUrl(data.pictureId, 320)} alt="主图" width={160} height={160} />
      )}
      {drawer.subject && (
        <HeroPictureDrawer key={drawer.subject.rowVersion} subject={drawer.subject} open={drawer.open} close={drawer.close} />
      )}
    </Panel>
  )
}

function HeroPictureDrawer({ subject, open, close }: { subject: Fields; open: boolean; close: () => void }) {
  const save = useApiMutation(homeSectionApi.saveStage, {
    invalidates: [homeHeroPictureQuery.queryKey],
    successMessage: '已保存',
    close,
  })
  return (
    <FormDrawer<Fields>
      title="修改主图"
      open={open}
      close={close}
      busy={save.isPending}
      submitText="保存"
      submit={({ goodsId, ...rest }) => save.mutate({ ...rest, goodsId: goodsId ?? null })}
      initial={subject}
    >
      <RowVersionFormItem error={save.error} />
      <p className="drawer-note">图片在首页顶部的深色底上，宜用透明底的 PNG。打开首页的人重新载入后看到。</p>
      <Form.Item name="pictureId">
        <SinglePictureField label="主图图片" />
      </Form.Item>
      <Form.Item name="goodsId" label="展示的商品（图旁显示它的尺寸）">
        <GoodsSelect chosen={subject.goodsId ?? null} />
      </Form.Item>
    </FormDrawer>
  )
}

interface GoodsSelectProps {
  chosen: string | null
  /** The form that holds the field gives these. */
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
}

/** One of the goods on sale, found by a part of its name or number. */
function GoodsSelect({ chosen, id, value = null, onChange }: GoodsSelectProps) {
  const [keyword, setKeyword] = useState('')
  const found = useQuery({ ...homeSectionGoodsOptionsQuery(keyword.trim().slice(0, KEYWORD_MAX)), placeholderData: keepPreviousData })
  const names = useQuery({ ...goodsNamesByIdQuery(chosen === null ? [] : [chosen]), enabled: chosen !== null })
  const options = found.data ?? []
  const known =
    chosen !== null && !options.some((one) => one.value === chosen) ? [{ value: chosen, label: names.data?.get(chosen) ?? '…' }] : []
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      allowClear
      placeholder="不显示商品"
      value={value}
      options={[...known, ...options]}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={found.isFetching}
      notFoundContent={found.error ? found.error.message : '没有找到在售商品'}
      getPopupContainer={getOverlayContainer}
      onChange={(next: string | null | undefined) => onChange?.(next ?? null)}
    />
  )
}
