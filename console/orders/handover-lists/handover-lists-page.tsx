import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import {
  type ChosenRows,
  PrintDeliveryNotesButton,
  RowCheckboxCell,
  ToggleAllRowsOfPageButton,
  useChosenRows,
} from '#console/orders/parcels/delivery-notes.tsx'
import { orderAndParcelColumn } from '#console/orders/parcels/parcel-columns.tsx'
import { documentApi } from '#console/orders/parcels/parcels-api.ts'
import { EnterpriseLink } from '#console/people/enterprises/enterprise-link.tsx'
import { type Column, countColumn, customColumn, EMPTY_CELL, instantColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { dayFilter, parseListSearchParams, pickFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { OptionFilterPicker } from '#console/platform/components/list/option-picker.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleDocumentDownloadEndpoints } from '#contract/billing/documents/api.ts'
import { formatGramsAsKg } from '#contract/orders/fulfilment/weight.ts'
import type { HandoverListRow } from '#contract/orders/handover-lists/api.ts'
import { Day, Text } from '#contract/platform/core/fields.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { handoverCarriersQuery, handoverListApi } from './handover-lists-api.ts'

const fields = { carrier: pickFilter('承运公司', Text(30)), day: dayFilter('发出日期', Day) }

/** The filters in the address. */
const useFilter = (): { carrier?: string | undefined; day?: string | undefined } => {
  const { carrier, day } = parseListSearchParams(fields, useSearch({ strict: false }))
  return { carrier, day }
}

/** Picks one of the carriers that took parcels on the day, with how many. */
const CarrierPicker: FilterPickerComponent = (picker) => {
  const { data = [], error, isPending } = useQuery(handoverCarriersQuery(useFilter().day))
  const choices = data.map(({ carrier, parcels }) => ({ value: carrier, label: `${carrier}（${parcels} 个包裹）` }))
  return (
    <OptionFilterPicker
      {...picker}
      choices={choices}
      loading={isPending}
      error={error}
      placeholder="全部承运公司"
      other="所选公司"
      nothing="这一天没有交出包裹"
    />
  )
}

const toColumns = (chosen: ChosenRows<HandoverListRow>): Column<HandoverListRow>[] => [
  customColumn({
    title: '运单号',
    width: 212,
    value: (row) => (
      <RowCheckboxCell label={`运单 ${row.trackingNo}`} checked={chosen.has(row)} choose={(yes) => chosen.set([row], yes)}>
        <span className="num">{row.trackingNo}</span>
      </RowCheckboxCell>
    ),
  }),
  customColumn({ title: '承运公司', width: 112, value: ({ carrier }) => carrier }),
  orderAndParcelColumn(200),
  customColumn({ title: '采购企业', value: (row) => <EnterpriseLink row={row} /> }),
  customColumn({ title: '收货省市', width: 160, value: ({ receiverRegion }) => receiverRegion }),
  countColumn({ title: '件数', value: ({ pieces }) => pieces, width: 80 }),
  customColumn({
    title: '重量',
    width: 96,
    value: ({ weighedGrams }) => (weighedGrams === null ? EMPTY_CELL : <span className="num">{formatGramsAsKg(weighedGrams)}</span>),
  }),
  instantColumn({ title: '发出时间', value: ({ sentAt }) => sentAt }),
]

function PrintListButton({ nothing }: { nothing: boolean }) {
  const { carrier = '', day } = useFilter()
  const { reason } = usePermission(consoleDocumentDownloadEndpoints.handoverList)
  const print = useApiMutation(documentApi.handoverList, { onSuccess: saveFileToDisk })
  const why = carrier === '' ? '请先选择承运公司' : nothing ? '没有可打印的包裹' : undefined
  return (
    <Button
      type="primary"
      icon={<Printer size={14} aria-hidden />}
      loading={print.isPending}
      {...toDisabledProps(reason ?? why)}
      onClick={() => print.mutate(day === undefined ? { carrier } : { carrier, day })}
    >
      打印交接单
    </Button>
  )
}

/** 交接单: the parcels that a carrier took on a day, on the screen and as a PDF to be signed. */
export function Page() {
  const chosen = useChosenRows<HandoverListRow>(({ orderNo, parcelNo }) => `${orderNo}-${parcelNo}`)
  return (
    <ListPage
      title="交接单"
      note="一天交给承运公司的包裹，不选日期为今天；选定承运公司后可打印"
      queryKey={['handover-list']}
      fields={fields}
      pickers={{ carrier: CarrierPicker }}
      list={handoverListApi.list}
      columns={toColumns(chosen)}
      rowKey={({ orderNo, parcelNo }) => `${orderNo}-${parcelNo}`}
      width={1160}
      exportRows={(input) => exportApi.handoverList(input)}
      actions={({ rows }) => (
        <>
          <ToggleAllRowsOfPageButton chosen={chosen} rows={rows} />
          <PrintDeliveryNotesButton
            parcels={chosen.rows.map(({ enterpriseId, orderNo, parcelNo }) => ({ enterpriseId, orderNo, parcelNo }))}
            counted="张"
          />
          <PrintListButton nothing={rows.length === 0} />
        </>
      )}
      empty="今天还没有交给承运公司的包裹"
      next="发出包裹后出现在这里；自有罐车送的不在内"
    />
  )
}
