import { Trash2 } from 'lucide-react'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { QUOTATION_DRAWINGS_MAX } from '#contract/orders/quotations/shapes.ts'
import { addDraftDrawings, type QuotationDraft } from '#storefront/orders/quotations/draft/quotation-draft.ts'
import { Select } from '#storefront/platform/components/select/select.tsx'
import { DrawingListItem } from './drawing-files.tsx'
import { DrawingUpload } from './drawing-upload.tsx'

interface Props {
  draft: QuotationDraft
  skus: ReadonlyMap<string, SkuBrief> | undefined
  error: string | undefined
  onChange: (change: Pick<QuotationDraft, 'drawings'>) => void
}

const WHOLE = ''

/** What drawings show: the whole request, or one of its lines. */
const toOwnerOptions = ({ lines }: QuotationDraft, skus: Props['skus']) => [
  { value: WHOLE, label: '整单' },
  ...lines.map(({ key, skuId, name }, at) => ({
    value: String(key),
    label: `第 ${at + 1} 行 ${skuId === null ? name : (skus?.get(skuId)?.goodsName ?? '')}`.trim(),
  })),
]

/** The drawings of a request that is not sent yet. */
export function QuotationDraftDrawings({ draft, skus, error, onChange }: Props) {
  const { drawings } = draft
  const owners = toOwnerOptions(draft, skus)
  const own = (fileId: string, key: string) =>
    onChange({
      drawings: drawings.map((one) => (one.fileId === fileId ? { ...one, lineKey: key === WHOLE ? null : Number(key) } : one)),
    })
  return (
    <section aria-labelledby="drawings" className="panel p-4 md:p-5">
      <h2 id="drawings" className="text-md md:text-lg">
        图纸 <span className="num text-sm font-normal text-mute">{`${drawings.length}/${QUOTATION_DRAWINGS_MAX}`}</span>
      </h2>
      <p className="mt-1 mb-3 text-sm text-mute">选填：图纸、旧件照片、铭牌。加密保存，只有贵公司和报价的客服能看到；提交后不能删除。</p>
      {drawings.length > 0 && (
        <ul className="mb-3 divide-y divide-line-soft">
          {drawings.map((drawing) => (
            <DrawingListItem key={drawing.fileId} drawing={drawing}>
              <Select
                aria-label={`${drawing.name} 属于`}
                className="h-9 w-40 px-2"
                look="fit"
                value={drawing.lineKey === null ? WHOLE : String(drawing.lineKey)}
                options={owners}
                onChange={(key) => own(drawing.fileId, key)}
              />
              <button
                type="button"
                aria-label={`移除图纸 ${drawing.name}`}
                data-hint="移除"
                onClick={() => onChange({ drawings: drawings.filter(({ fileId }) => fileId !== drawing.fileId) })}
                className="grid size-9 place-items-center rounded-control text-mute hover:bg-danger-tint hover:text-danger"
              >
                <Trash2 className="size-4.5" strokeWidth={1.6} aria-hidden />
              </button>
            </DrawingListItem>
          ))}
        </ul>
      )}
      {drawings.length < QUOTATION_DRAWINGS_MAX ? (
        <DrawingUpload
          room={QUOTATION_DRAWINGS_MAX - drawings.length}
          error={error}
          onUploaded={(added) => onChange(addDraftDrawings(draft, added))}
        />
      ) : (
        error !== undefined && (
          <p role="alert" className="text-sm text-danger">
            {error}
          </p>
        )
      )}
    </section>
  )
}
