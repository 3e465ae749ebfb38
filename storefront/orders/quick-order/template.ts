import { saveTableToDisk } from '#ui/sheet/save-table.ts'

/** The template file: column headings that the parser knows, and sample rows. */
export async function downloadQuickOrderTemplate(): Promise<void> {
  const columns = [
    { head: '商品编码', width: 24 },
    { head: '数量', width: 10 },
    { head: '备注（不读取）', width: 36 },
  ]
  const rows = [
    ['KT-U84-22', 20, '编码不分大小写，空格和连字符可有可无'],
    ['U85', 10, '也可以写型号、名称或本企业物料编码'],
  ]
  await saveTableToDisk({ columns, rows }, 'xlsx', { name: '批量下单模板', sheet: '批量下单' })
}
