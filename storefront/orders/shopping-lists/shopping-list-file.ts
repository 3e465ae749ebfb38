import { findPriceStepForQuantity } from '#contract/catalog/pricing/price-steps.ts'
import type { ShoppingListLine } from '#contract/orders/shopping-lists/api.ts'
import { toYuan } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import type { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { saveTableToDisk } from '#ui/sheet/save-table.ts'
import type { SheetTable } from '#ui/sheet/write-sheet.ts'

/** A list as a table. Its first columns are those that the quick order can import. */
export function toShoppingListSheetTable(lines: readonly ShoppingListLine[]): SheetTable {
  const columns = [
    { head: '商品编码', width: 22 },
    { head: '数量', width: 10 },
    { head: '单位', width: 8 },
    { head: '物料编码', width: 18 },
    { head: '商品名称', width: 28 },
    { head: '规格', width: 22 },
    { head: '现金价', width: 12 },
    { head: '赊销价', width: 12 },
    { head: '备注', width: 28 },
  ]
  const rows = lines.map(({ sku, goodsNum, note }) => {
    const { salePrice, creditPrice } = findPriceStepForQuantity(sku.steps, goodsNum)
    return [
      ...[sku.skuCode, goodsNum, sku.unit, sku.materialCode, sku.goodsName, formatSkuProps(sku.skuProps)],
      ...[toYuan(salePrice), creditPrice === null ? null : toYuan(creditPrice), note],
    ]
  })
  return { columns, rows }
}

/** Downloads the list as a file. */
export const downloadShoppingList = (name: string, lines: readonly ShoppingListLine[], format: SheetFormat): Promise<undefined> =>
  saveTableToDisk(toShoppingListSheetTable(lines), format, { name: name.replace(/[\\/:*?"<>|]/g, '_'), sheet: '常购清单' })
