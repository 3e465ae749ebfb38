import { Button, Checkbox } from 'antd'
import { FileUp } from 'lucide-react'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn, instantColumn } from '#console/platform/components/list/columns.tsx'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { usePanelChoice } from '#console/platform/components/list/use-list.ts'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { type GoodsLibraryDocument, goodsDocumentKinds } from '#contract/catalog/pictures/document-api.ts'
import { getGoodsDocumentUrl } from '#contract/catalog/pictures/picture-urls.ts'
import { formatFileSize } from '#ui/format.ts'
import { UploadGoodsDocumentDrawer } from './document-drawer.tsx'
import { goodsDocumentApi } from './pictures-api.ts'

const QUERY = ['goods-document'] as const

const columns: Column<GoodsLibraryDocument>[] = [
  customColumn({
    title: '文件',
    value: ({ id, name }) => (
      <a href={getGoodsDocumentUrl(id)} download>
        {name}
      </a>
    ),
  }),
  customColumn({ title: '类型', width: 96, value: ({ kind }) => goodsDocumentKinds[kind].label }),
  customColumn({ title: '有效期至', width: 112, value: ({ validUntil }) => <span className="num">{validUntil ?? '长期'}</span> }),
  customColumn({ title: '大小', width: 88, value: ({ bytes }) => <span className="num">{formatFileSize(bytes)}</span> }),
  instantColumn({ title: '上传时间', value: ({ createdAt }) => createdAt }),
  customColumn({ title: '上传人', width: 96, value: ({ staffName }) => staffName }),
  customColumn({ title: '状态', width: 88, value: ({ used }) => <Tag tone={used ? 'good' : 'wait'}>{used ? '已使用' : '未使用'}</Tag> }),
  customColumn({ title: '操作', width: 88, value: (row) => (row.used ? null : <Delete row={row} />) }),
]

/** The PDF documents of goods: certificates, test reports, drawings. */
export function GoodsDocumentsPanel() {
  const [used, choose] = usePanelChoice('documents', 'documentUse', { values: ['unused'] })
  const unused = used === 'unused'
  const drawer = useDrawer<true>()
  return (
    <>
      <PagedListPanel
        name="documents"
        title="文件"
        extra={
          <Button icon={<FileUp size={15} aria-hidden />} onClick={() => drawer.show(true)}>
            上传文件
          </Button>
        }
        above={
          <Checkbox className="library-filter" checked={unused} onChange={({ target }) => choose(target.checked ? 'unused' : undefined)}>
            只看未使用
          </Checkbox>
        }
        queryKey={[...QUERY, unused]}
        load={(paging, options) => goodsDocumentApi.list({ ...paging, unused }, options)}
        columns={columns}
        rowKey={({ id }) => id}
        width={920}
        empty="没有文件"
      />
      {drawer.subject && <UploadGoodsDocumentDrawer open={drawer.open} close={drawer.close} />}
    </>
  )
}

function Delete({ row: { id, name } }: { row: GoodsLibraryDocument }) {
  const confirm = useConfirm()
  const remove = useApiMutation(() => goodsDocumentApi.delete({ id }), { invalidates: [QUERY], successMessage: '已删除' })
  return (
    <Button
      size="small"
      onClick={() =>
        confirm({
          title: `删除“${name}”？`,
          content: '还没有商品使用它。删除后不能恢复。',
          okText: '删除',
          grave: true,
          run: () => remove.mutateAsync(undefined),
        })
      }
    >
      删除
    </Button>
  )
}
