import { useState } from 'react'
import { QUOTATION_DRAWINGS_MAX, type QuotationDetail, type QuotationDrawing } from '#contract/orders/quotations/shapes.ts'
import { invalidatedByQuotation, quotationApi } from '#storefront/orders/quotations/quotation-api.ts'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { Select } from '#storefront/platform/components/select/select.tsx'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { DrawingListItem } from './drawing-files.tsx'
import { DrawingUpload, type UploadedDrawing } from './drawing-upload.tsx'

/** The drawings of a request, and an area for more while an offer can follow. */
export function QuotationDrawings({ opened }: { opened: QuotationDetail }) {
  const { drawings, actions } = opened
  const mayAdd = actions.includes('addDrawings')
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
      {mayAdd && <AddDrawings opened={opened} />}
    </section>
  )
}

const WHOLE = ''

/** Adds drawings of the whole request or of a line. */
function AddDrawings({ opened: { id, lines, drawings, state } }: { opened: QuotationDetail }) {
  const [owner, setOwner] = useState(WHOLE)
  const lineNo = owner === WHOLE ? undefined : Number(owner)
  const add = useApiMutation(
    (uploaded: readonly UploadedDrawing[]) =>
      quotationApi.addDrawings({ id, drawings: uploaded.map(({ fileId, name }) => ({ fileId, name, lineNo })) }),
    {
      invalidates: invalidatedByQuotation,
      onSuccess: () => showNotice(state === 'REQUESTED' ? '图纸已补充' : '图纸已补充；需要按新图纸报价时，请点“请求重新报价”'),
    },
  )
  const owners = [
    { value: WHOLE, label: '整单' },
    ...lines.map((line) => ({ value: String(line.lineNo), label: `第 ${line.lineNo} 行 ${line.name}` })),
  ]
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-sm text-mute">补充图纸，属于</p>
        <Select aria-label="补充的图纸属于" className="h-9 w-40 px-2" look="fit" value={owner} options={owners} onChange={setOwner} />
      </div>
      <DrawingUpload room={QUOTATION_DRAWINGS_MAX - drawings.length} onUploaded={(uploaded) => add.mutate(uploaded)} />
    </>
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
