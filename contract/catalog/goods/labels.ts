/** The labels of catalog fields, for people. They are part of the list in contract/labels.ts. */
export const catalogFieldLabels = {
  brandIds: '品牌',
  descending: '从大到小',
  exact: '只看完全匹配',
  facets: '筛选项',
  sortAttribute: '排序参数',
  taxClass: '税收分类',
  taxCode: '税收分类编码',
  taxName: '分类简称',
  uncoded: '缺少税收分类编码',
}
