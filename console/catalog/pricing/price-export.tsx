import { Button } from 'antd'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { priceApi } from './prices-api.ts'

/** Exports the public prices or those of a list, as a file that can be imported. */
export function ExportPricesButton({ listId }: { listId?: string }) {
  const exportPrices = useApiMutation(priceApi.export, { onSuccess: saveFileToDisk })
  return (
    <Button
      loading={exportPrices.isPending}
      onClick={() => exportPrices.mutate({ ...(listId === undefined ? {} : { listId }), format: 'xlsx' })}
    >
      {listId === undefined ? '导出全站价' : '导出 Excel'}
    </Button>
  )
}
