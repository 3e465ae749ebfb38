import type { RefusalTable } from './table.ts'

/** Refusals for goods, carts, addresses and orders. */
export const buyingRefusals = {
  // Goods
  GOODS_NOT_FOUND: { code: 404, msg: '商品不存在或已下架' },
  CATEGORY_NOT_FOUND: { code: 404, msg: '分类不存在' },
  CATEGORY_NAME_TAKEN: { code: 409, msg: '同一级中已有同名的分类，请换一个名称' },
  CATEGORY_TOO_DEEP: { code: 422, msg: '分类最多两级' },
  CATEGORY_UNDER_ITSELF: { code: 422, msg: '分类不能移到自己下面' },
  CATEGORY_HAS_GOODS: { code: 422, msg: '分类中有商品，不能改为一级分类，请先移走商品' },
  CATEGORY_INTO_ITSELF: { code: 422, msg: '分类不能与自己合并' },
  CATEGORY_OTHER_LEVEL: { code: 422, msg: '只能与同一级的分类合并' },
  CATEGORY_IN_USE: { code: 409, msg: '分类正在使用，不能删除' },
  CATEGORIES_FULL: { code: 422, msg: '分类最多建 1000 个' },
  SEARCH_WORD_NOT_FOUND: { code: 404, msg: '搜索词不存在' },
  SEARCH_WORD_TAKEN: { code: 409, msg: '词语已在另一条中' },
  SEARCH_WORDS_FULL: { code: 422, msg: '每种搜索词最多 300 条，请先删除不用的' },
  BRAND_NOT_FOUND: { code: 404, msg: '品牌不存在' },
  BRAND_NAME_TAKEN: { code: 409, msg: '已有同名的品牌，请换一个名称' },
  BRAND_IN_USE: { code: 409, msg: '有商品使用该品牌，不能删除' },
  SKU_NOT_FOUND: { code: 404, msg: '商品规格不存在或已下架' },
  QUANTITY_OFF_STEP: { code: 422, msg: '购买数量不符合起订量或倍数要求' },
  OUT_OF_STOCK: { code: 422, msg: '库存不足' },
  NOT_ON_CREDIT: { code: 422, msg: '该商品不支持赊销支付' },

  // Goods in the console
  GOODS_NOT_READY: { code: 422, msg: '还不能发布，请先补全内容' },
  GOODS_NO_DRAFT: { code: 409, msg: '没有待发布的修改' },
  DRAFT_OUTDATED: { code: 409, msg: '草稿建立之后已发布的内容有变动，请核对并保存后再发布' },
  GOODS_STATE_WRONG: { code: 409, msg: '商品当前状态不支持该操作，请刷新后查看' },
  GOODS_VERSION_NOT_FOUND: { code: 404, msg: '商品没有这个版本' },
  PUBLISH_TIME_PAST: { code: 422, msg: '定时发布的时间必须晚于现在' },

  SHOP_NOT_FOUND: { code: 404, msg: '店铺不存在' },
  SHOP_PAUSED: { code: 422, msg: '店铺暂停营业，暂时不能购买' },
  SHOP_NAME_TAKEN: { code: 409, msg: '已有同名的店铺，请换一个名称' },
  SHOPS_FULL: { code: 422, msg: '店铺最多建 200 个' },
  SHOP_NOT_YOURS: { code: 403, msg: '您只负责指定的店铺，不能新增店铺' },
  SHOP_MOVED: { code: 409, msg: '店铺状态已变动，请刷新后查看' },
  STAFF_KEEPS_ALL_SHOPS: { code: 422, msg: '管理员始终负责全部店铺，不能指定' },
  FREIGHT_MOVED: { code: 409, msg: '运费模板已被其他人修改，请关闭后重新打开再改' },

  // Licences
  LICENCE_KIND_NOT_FOUND: { code: 404, msg: '许可证种类不存在' },
  LICENCE_KIND_NAME_TAKEN: { code: 409, msg: '已有同名的许可证种类，请换一个名称' },
  LICENCE_KIND_IN_USE: { code: 409, msg: '许可证种类正在使用，不能删除' },
  LICENCE_KINDS_FULL: { code: 422, msg: '许可证种类最多建 100 个' },
  LICENCE_NOT_FOUND: { code: 404, msg: '许可证不存在' },
  LICENCE_MOVED: { code: 409, msg: '许可证状态已变动，请刷新后查看' },
  LICENCE_PENDING: { code: 409, msg: '这种许可证已提交，正在审核；如需修改请先撤回' },
  LICENCE_ENDED: { code: 422, msg: '有效期已过，请使用有效的许可证' },
  LICENCE_NEEDED: { code: 422, msg: '商品需要许可证，请先在个人中心“许可证”提交' },
  SHOP_UNLICENSED: { code: 422, msg: '店铺缺少商品所需的许可证，暂时不能购买' },

  // Cart
  CART_FULL: { code: 422, msg: '购物车最多放 200 种商品，请先清理' },
  CART_LINE_NOT_FOUND: { code: 404, msg: '购物车商品不存在' },
  QUANTITY_TOO_LARGE: { code: 422, msg: '购买数量超过上限' },

  // Shopping lists, favourites, material codes
  LIST_NOT_FOUND: { code: 404, msg: '常购清单不存在' },
  LIST_LINE_NOT_FOUND: { code: 404, msg: '清单中没有该商品' },
  LISTS_FULL: { code: 422, msg: '常购清单最多建 50 个，请先删除不用的清单' },
  LIST_FULL: { code: 422, msg: '一个清单最多放 500 种商品' },
  LIST_NAME_TAKEN: { code: 409, msg: '已有同名的常购清单' },
  FAVOURITES_FULL: { code: 422, msg: '最多收藏 500 个商品，请先清理' },
  MATERIAL_CODE_EMPTY: { code: 422, msg: '物料编码至少包含一个字母、数字或汉字' },

  // Projects, equipment, patrols
  PROJECT_NOT_FOUND: { code: 404, msg: '项目不存在或已关闭' },
  PROJECTS_FULL: { code: 422, msg: '项目最多建 200 个，请先删除不用的项目' },
  PROJECT_NAME_TAKEN: { code: 409, msg: '已有同名的项目，请换一个名称' },
  SEAT_NOT_FOUND: { code: 404, msg: '所选人员不在本企业，请刷新后重新选择' },
  COST_SPAN: { code: 422, msg: '起始月份不能晚于截止月份，一次最多查看 24 个月' },
  EQUIPMENT_NOT_FOUND: { code: 404, msg: '设备不存在' },
  EQUIPMENT_FULL: { code: 422, msg: '设备最多 500 台，请先删除不用的设备' },
  HOURS_BACKWARD: { code: 422, msg: '运行小时与其他日期的记录矛盾，请核对' },
  DAY_AHEAD: { code: 422, msg: '日期不能晚于今天' },
  PATROL_NOT_FOUND: { code: 404, msg: '巡检记录不存在' },
  FINDING_NOT_FOUND: { code: 404, msg: '该发现不存在或已处理，请刷新后查看' },
  FINDING_IN_CART: { code: 409, msg: '所需商品已在购物车中，请刷新后查看' },
  PATROLS_FULL: { code: 422, msg: '巡检记录最多 10000 次，请先删除不用的' },
  FINDINGS_FULL: { code: 422, msg: '一次巡检最多 50 条发现，请另建一次巡检' },
  STOCK_WAITS_FULL: { code: 422, msg: '到货通知最多登记 100 个规格，请先取消不需要的' },
  STOCK_THERE: { code: 409, msg: '该规格有货，可以直接购买' },

  // Addresses
  ADDRESS_NOT_FOUND: { code: 404, msg: '收货地址不存在' },
  ADDRESS_FULL: { code: 422, msg: '收货地址最多保存 50 个' },
  REGION_UNKNOWN: { code: 422, msg: '所选地区不存在，请重新选择' },

  // Orders
  ORDER_EMPTY: { code: 422, msg: '请先选择商品' },
  ORDER_NOT_FOUND: { code: 404, msg: '订单不存在' },
  ORDER_CHANGED: { code: 409, msg: '价格、库存或优惠已变动，请确认后重新提交' },
  ORDER_ACTION_NOT_ALLOWED: { code: 409, msg: '当前订单状态不支持该操作' },
  NOT_DELIVERED: { code: 422, msg: '店铺不配送到所选地区，请更换收货地址' },
  ORDER_TOO_LARGE: { code: 422, msg: '订单金额超过上限' },
  AFTER_SALE_OPEN: { code: 409, msg: '订单有未完成的售后，请先等待处理或撤销' },
  NOTHING_TO_SHIP: { code: 422, msg: '发货数量超过待发数量' },

  PARCEL_NOT_FOUND: { code: 404, msg: '包裹不存在' },
  PARCEL_RECEIVED: { code: 409, msg: '该包裹已确认收货' },
  WAYBILL_IN_USE: { code: 409, msg: '该运单号已用于其他包裹，请核对' },
  PARCEL_UNCHANGED: { code: 422, msg: '承运信息没有变化' },
  TRACK_TOO_SOON: { code: 429, msg: '刚刚查询过物流，请稍后再试' },
  TRACK_NOT_ASKED: { code: 422, msg: '该包裹的物流由客服更新，无需查询' },
  TRACK_LATER: { code: 503, msg: '暂时无法查询物流，请稍后再试' },
  TRACK_NOT_FOUND: { code: 404, msg: '该条物流轨迹不存在' },
  TRACK_BEFORE_SENT: { code: 422, msg: '时间应在发货之后、现在之前' },
  RECEIPT_PICTURES_FULL: { code: 422, msg: '每个包裹最多上传 3 张签收单' },

  // Stock
  STOCK_MOVED: { code: 409, msg: '盘点期间库存有变动，请核对后重新填写' },
  COUNTED_TOO_FEW: { code: 422, msg: '盘点数量少于订单已占用的数量' },
  RECEIPTS_UNREADABLE: { code: 415, msg: '无法识别该文件，请上传含“商品编码”和“数量”两列的 CSV 或 XLSX' },
  RECEIPTS_TOO_LARGE: { code: 413, msg: '入库单不能超过 2MB 或 1000 行' },
  RECEIPTS_KNOWN: { code: 409, msg: '该文件已导入过' },

  // After-sale
  AFTER_SALE_NOT_FOUND: { code: 404, msg: '售后单不存在' },
  AFTER_SALE_NOT_ALLOWED: { code: 409, msg: '该订单现在不能申请售后' },
  AFTER_SALE_TOO_MANY: { code: 422, msg: '申请数量超过可申请数量' },
  AFTER_SALE_NO_MONEY: { code: 422, msg: '所选商品没有可退的款项，请选择换货或联系客服' },
  AFTER_SALE_AMOUNT: { code: 409, msg: '应退金额已变动，请核对后重新提交' },
  AFTER_SALE_MOVED: { code: 409, msg: '该售后单已被处理，请刷新后查看' },

  // Invoices
  INVOICE_NOT_FOUND: { code: 404, msg: '发票不存在' },
  INVOICE_MOVED: { code: 409, msg: '该发票已被处理，请刷新后查看' },
  INVOICE_SHOPS: { code: 422, msg: '一张发票只能包含同一店铺的订单，请按店铺分别申请' },
  INVOICE_NOTHING: { code: 422, msg: '所选内容没有可开票的金额，可能已申请开票或已退款，请刷新后重新选择' },
  INVOICE_NOT_YET: { code: 409, msg: '订单发完货后才能开票' },
  INVOICE_TITLE_NOT_FOUND: { code: 404, msg: '发票抬头不存在，请重新选择' },
  INVOICE_TITLE_OTHER: { code: 422, msg: '专用发票的抬头和税号应与已认证的企业一致，请修改或改开普通发票' },
  INVOICE_TITLES_FULL: { code: 422, msg: '发票抬头最多保存 20 个，请先删除不用的' },
  INVOICE_FILE_NOT_FOUND: { code: 404, msg: '该格式的发票文件还没有生成，请稍后再试' },
  INVOICE_FILE_UNREADABLE: { code: 415, msg: '请上传 PDF、OFD 或 XML 格式的发票文件' },
  INVOICE_FILE_TOO_LARGE: { code: 413, msg: '发票文件不能超过 5MB' },
  INVOICE_NUMBER_USED: { code: 409, msg: '该发票号码已登记过，请核对' },
  INVOICE_DAY_TO_COME: { code: 422, msg: '开票日期不能晚于今天' },
  INVOICE_TAX_CODE_MISSING: { code: 422, msg: '商品缺少税收分类编码，请先在「税收编码」中设置' },
  INVOICE_PROVIDER_OFF: { code: 422, msg: '没有接入电子发票服务商，请开具后手工登记' },
  // Comments
  COMMENT_NOT_FOUND: { code: 404, msg: '评论不存在或已删除' },
  COMMENT_NOT_ALLOWED: { code: 409, msg: '该商品现在不能评论，请在收货后 30 天内评论' },
  COMMENT_EXISTS: { code: 409, msg: '该商品已评论，可在「已评论」中查看和补充' },
  COMMENT_NOT_YOURS: { code: 403, msg: '只能由作者本人删除' },
  COMMENT_MOVED: { code: 409, msg: '该评论已被处理，请刷新后查看' },
  REPLIES_FULL: { code: 422, msg: '一条评论最多补充 20 次' },

  // Contracts
  CONTRACT_NOT_FOUND: { code: 404, msg: '合同不存在' },
  CONTRACT_PARTY_MISSING: { code: 409, msg: '商城还没有填写合同与开票主体（开店准备），暂时不能开具合同' },
  CONTRACT_NOT_READY: { code: 409, msg: '该订单没有购销合同：未审批通过、已取消或无需付款' },
} as const satisfies RefusalTable
