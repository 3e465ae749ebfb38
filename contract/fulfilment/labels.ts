/** What fields of parcels and of stock are called in front of people. */
export const fulfilmentLabels = {
  at: '时间',
  carrier: '承运公司',
  counted: '实盘数量',
  driver: '司机',
  driverMobile: '司机手机号',
  inHouse: '账面数量',
  litres: '升数',
  lowStock: '库存紧张',
  netKg: '净重',
  parcelNo: '包裹号',
  place: '地点',
  plate: '车牌号',
  tanker: '自有罐车',
  trackId: '物流轨迹',
  trackingNo: '运单号',
  weighNoteNo: '磅单号',
} as const satisfies Record<string, string>
