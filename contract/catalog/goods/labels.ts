/** What fields of the catalogue are called in front of people; contract/labels.ts has them all. */
export const catalogLabels = {
  taxClass: '税收分类',
  taxCode: '税收分类编码',
  taxName: '分类简称',
  uncoded: '缺少税收分类编码',
}
