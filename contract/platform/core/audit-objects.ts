/**
 * The subjects of actions of staff: the input field that identifies one, and the kind under which the audit log shows it. The most specific
 * comes first: an order also names its company.
 */
export const auditObjectsByInputField = {
  order: { field: 'orderNo', kind: 'order' },
  user: { field: 'userId', kind: 'user' },
  staff: { field: 'staffId', kind: 'staff' },
  role: { field: 'roleId', kind: 'role' },
  sku: { field: 'skuId', kind: 'sku' },
  goods: { field: 'goodsId', kind: 'goods' },
  priceList: { field: 'listId', kind: 'priceList' },
  category: { field: 'categoryId', kind: 'category' },
  brand: { field: 'brandId', kind: 'brand' },
  supplier: { field: 'supplierId', kind: 'supplier' },
  licenceKind: { field: 'kindId', kind: 'licenceKind' },
  coupon: { field: 'templateId', kind: 'coupon' },
  text: { field: 'textName', kind: 'text' },
  /** Only the id: the action defines its kind. */
  row: { field: 'id', kind: undefined },
  day: { field: 'day', kind: 'day' },
  shop: { field: 'shopId', kind: 'shop' },
  warehouse: { field: 'warehouseId', kind: 'warehouse' },
  enterprise: { field: 'enterpriseId', kind: 'enterprise' },
  month: { field: 'month', kind: 'month' },
} as const satisfies Record<string, { field: string; kind: string | undefined }>
/** What staff read in from files. */
export const importedFileKinds = {
  goods: { label: '商品' },
  price: { label: '价格' },
  bank: { label: '银行对账单' },
  receipt: { label: '入库单' },
  count: { label: '实盘数量' },
  bin: { label: '货位' },
  waybill: { label: '运单号' },
} as const
export type ImportedFileKind = keyof typeof importedFileKinds

export type AuditObject = keyof typeof auditObjectsByInputField
