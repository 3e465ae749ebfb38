/** The labels of the fields of the import of goods, for people. */
export const goodsImportFieldLabels = {
  clearEmpty: '空单元格清空内容',
  mode: '导入方式',
  questions: '价格待确认',
  result: '结果',
}
