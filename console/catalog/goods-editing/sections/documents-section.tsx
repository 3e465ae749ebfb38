import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { FileUp, X } from 'lucide-react'
import { useDraftField } from '#console/catalog/goods-editing/editor/editor-context.ts'
import { EditorField } from '#console/catalog/goods-editing/editor/field.tsx'
import { UploadGoodsDocumentDrawer } from '#console/catalog/pictures/document-drawer.tsx'
import { goodsDocumentApi } from '#console/catalog/pictures/pictures-api.ts'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { GOODS_DOCUMENTS_MAX } from '#contract/catalog/goods-editing/content.ts'
import { goodsDocumentKinds } from '#contract/catalog/pictures/document-api.ts'
import { getGoodsDocumentUrl } from '#contract/catalog/pictures/picture-urls.ts'

/** The latest documents are the options. */
const OFFERED = 100

/** The documents of the goods, from the library. */
export function DocumentsSection() {
  const [ids, change] = useDraftField('documents')
  const drawer = useDrawer<true>()
  const library = useQuery({ queryKey: ['goods-document', 'offered'], queryFn: () => goodsDocumentApi.list({ pageSize: OFFERED }) })
  const known = new Map((library.data?.dataList ?? []).map((document) => [document.id, document]))
  return (
    <>
      <ul className="goods-documents">
        {ids.map((id) => {
          const document = known.get(id)
          return (
            <li key={id}>
              <a href={getGoodsDocumentUrl(id)} download>
                {document?.name ?? '文件'}
              </a>
              {document && (
                <span className="mute">
                  {goodsDocumentKinds[document.kind].label} · 有效期至 {document.validUntil ?? '长期'}
                </span>
              )}
              <Button
                size="small"
                type="text"
                icon={<X size={14} aria-hidden />}
                aria-label={`移除${document?.name ?? '文件'}`}
                onClick={() => change(ids.filter((one) => one !== id))}
              />
            </li>
          )
        })}
      </ul>
      <EditorField
        path="documents"
        label="从文件库添加"
        help={ids.length >= GOODS_DOCUMENTS_MAX ? `最多 ${GOODS_DOCUMENTS_MAX} 份文件` : '合格证、检测报告、图纸、MSDS：PDF，不超过 20 MB'}
      >
        {(id, marks) => (
          <div className="goods-add-document">
            <Select
              id={id}
              {...marks}
              placeholder="输入文件名称"
              value={null}
              disabled={ids.length >= GOODS_DOCUMENTS_MAX}
              loading={library.isPending}
              options={[...known.values()].filter((one) => !ids.includes(one.id)).map((one) => ({ value: one.id, label: one.name }))}
              showSearch={{ optionFilterProp: 'label' }}
              notFoundContent={library.error ? library.error.message : '文件库里没有'}
              getPopupContainer={getParentOverlayContainer}
              onChange={(next: string | null) => next !== null && change([...ids, next])}
            />
            <Button icon={<FileUp size={15} aria-hidden />} onClick={() => drawer.show(true)}>
              上传文件
            </Button>
          </div>
        )}
      </EditorField>
      {drawer.subject && <UploadGoodsDocumentDrawer open={drawer.open} close={drawer.close} />}
    </>
  )
}
