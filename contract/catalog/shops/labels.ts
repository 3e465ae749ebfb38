/** The labels of the fields of shops, categories, brands and search words. They are part of the list in contract/labels.ts. */
export const shopCategoryAndBrandFieldLabels = {
  brandId: '品牌',
  certificates: '资质证书',
  city: '城市',
  contactName: '联系人',
  contactPhone: '联系电话',
  intoId: '并入的分类',
  notice: '公告',
  origin: '产地',
  parentId: '上级分类',
  pictureId: '图片',
  returnAddress: '退货地址',
  shopIds: '店铺',
  shopState: '店铺状态',
  terms: '词语',
  taxPartyCode: '开票主体税号',
  taxPartyName: '开票主体',
} as const
