/** The labels of the fields of licences, for people. They are part of the list in contract/labels.ts. */
export const licenceFieldLabels = {
  kindId: '许可证种类',
  licenceKindIds: '需要的许可证',
  licenceNo: '证号',
  licenceState: '许可证状态',
  ofBuyer: '由买家持有',
  ofShop: '由店铺持有',
}
