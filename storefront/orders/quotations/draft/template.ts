import { saveTableToDisk } from '#ui/sheet/save-table.ts'

/** The template file of a request: column headings that the parser knows, and sample rows. */
export async function downloadQuotationTemplate(): Promise<void> {
  const columns = [
    { head: '商品编码', width: 20 },
    { head: '品名', width: 20 },
    { head: '规格型号', width: 20 },
    { head: '单位', width: 8 },
    { head: '数量', width: 10 },
    { head: '期望单价', width: 12 },
    { head: '备注', width: 36 },
  ]
  const rows = [
    ['KT-U84-22', '', '', '', 20, 35.5, '编码可以是本企业物料编码'],
    ['', '非标齿座', '图号 12', '个', 4, '', '没有编码的按品名查找，找不到的由客服核对'],
  ]
  await saveTableToDisk({ columns, rows }, 'xlsx', { name: '询价清单模板', sheet: '询价' })
}
