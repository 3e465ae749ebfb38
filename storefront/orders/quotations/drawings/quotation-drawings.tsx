import { QUOTATION_DRAWINGS_MAX, type QuotationDetail, type QuotationDrawing } from '#contract/orders/quotations/shapes.ts'
import { invalidatedByQuotation, quotationApi } from '#storefront/orders/quotations/quotation-api.ts'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { DrawingListItem } from './drawing-files.tsx'
import { DrawingUpload, type UploadedDrawing } from './drawing-upload.tsx'

/** The drawings of a request, and an area for more while it is open. */
export function QuotationDrawings({ opened: { id, drawings, actions, state } }: { opened: QuotationDetail }) {
  const mayAdd = actions.includes('addDrawings')
  const add = useApiMutation(
    (uploaded: readonly UploadedDrawing[]) =>
      quotationApi.addDrawings({ id, drawings: uploaded.map(({ fileId, name }) => ({ fileId, name })) }),
    {
      invalidates: invalidatedByQuotation,
      onSuccess: () => showNotice(state === 'REQUESTED' ? '图纸已补充' : '图纸已补充；需要按新图纸报价时，请点「请求重新报价」'),
    },
  )
  if (drawings.length === 0 && !mayAdd) return null
  return (
    <section aria-labelledby="drawings" className="panel p-4 md:p-5">
      <h2 id="drawings" className="mb-1 text-md md:text-lg">
        图纸 <span className="num text-sm font-normal text-mute">{drawings.length} 份</span>
      </h2>
      {drawings.length > 0 && (
        <ul className="mb-3 divide-y divide-line-soft">
          {drawings.map((drawing) => (
            <DrawingListItem key={drawing.drawingNo} drawing={drawing}>
              <p className="text-sm text-mute">{describeDrawing(drawing)}</p>
            </DrawingListItem>
          ))}
        </ul>
      )}
      {mayAdd && <DrawingUpload room={QUOTATION_DRAWINGS_MAX - drawings.length} onUploaded={(uploaded) => add.mutate(uploaded)} />}
    </section>
  )
}

const describeDrawing = ({ lineNo, version, by, at }: QuotationDrawing): string =>
  [
    lineNo === null ? '整单' : `第 ${lineNo} 行`,
    version === 0 ? '' : `第 ${version} 版报价后补充`,
    `${by} ${formatShanghaiTimeToMinute(at)}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
