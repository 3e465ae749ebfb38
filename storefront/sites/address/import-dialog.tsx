import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#storefront/platform/components/button.tsx'
import { ADDRESS_QUERY_KEY } from '#storefront/platform/components/delivery/delivery-queries.ts'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { SheetImport } from '#storefront/platform/components/sheet-import.tsx'
import { addressApi } from './address-api.ts'
import { downloadAddressTemplate, parseAddressRows, toAddressImportResults } from './address-file.ts'

/** 批量导入: a button, and the window in which a file of addresses is imported row by row. */
export function ImportAddressesButton() {
  const [open, setOpen] = useState(false)
  const queries = useQueryClient()
  const take = async (table: readonly (readonly string[])[]) => {
    const rows = parseAddressRows(table)
    const results = await addressApi.import({ rows })
    void queries.invalidateQueries({ queryKey: ADDRESS_QUERY_KEY })
    return toAddressImportResults(rows, results)
  }
  return (
    <>
      <Button look="line" size="sm" onClick={() => setOpen(true)}>
        批量导入
      </Button>
      <Modal open={open} onClose={() => setOpen(false)} title="批量导入收货地址" wide>
        <SheetImport
          label="上传收货地址文件"
          hint="XLSX、CSV，各列：收货人、手机号、所在地区、详细地址，可加一列所属项目"
          onTemplate={() => void downloadAddressTemplate()}
          take={take}
        />
      </Modal>
    </>
  )
}
