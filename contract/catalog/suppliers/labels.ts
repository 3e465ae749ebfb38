/** The labels of the input fields of purchasing. */
export const purchasingFieldLabels = {
  supplierId: '供应商',
  supplier: '供应商名称',
  paymentTerms: '付款条件',
  leadDays: '到货天数',
  active: '合作中',
  validFrom: '生效日',
  price: '含税单价',
  taxRate: '税率',
  cost: '成本情况',
  expectedDay: '预计到货日',
  receiptNo: '入库次序',
} as const
