/** What every screen of the account begins with: whose account it is, and the menu. */
export const ACCOUNT_FRAME = `
main
  region 当前账号
    button 切换账号
  navigation 个人中心
    list
    button 收起菜单`

/** How the main landmarks of screens are built for a screen reader, as readMainOutline returns it. */
export const screenOutlines: Readonly<Record<string, string>> = {
  '/login': `
main
  list
  region 登录
    heading 登录
    textbox 手机号
    textbox 密码
    button 显示密码
    textbox 图形验证码
    button 图形验证码 换一张
    button 登录
`,
  '/shop': `
main
  heading 商城
  complementary 筛选
  region 商品列表
    heading 商品列表
    navigation 排序
      list
    status
    navigation 显示方式
    article
      button …
      heading …
    navigation 分页
      button 上一页
      button …
      button 下一页
`,
  '/detail': `
main
  navigation 位置
  article
    button …
    button 尺寸图
    heading …
    table 阶梯价
      columnheader 数量
      columnheader 现金价
      columnheader 赊销价
    status
    group 刀头直径
      radio …
    group 合金牌号
      radio …
    group 包装
      radio …
    button 减少购买数量
    textbox 购买数量
    button 增加购买数量
    button 加入购物车
    button 立即购买
    button 加入常购清单
    button 询价
    region 可领优惠券
      button 领券
  region 全部规格
    heading …
    table
      columnheader 规格
      columnheader 编码
      columnheader 现金价
      columnheader 赊销价
      columnheader 现货
      columnheader 单重 kg
      columnheader 起订
      columnheader 操作
  region 参数
    heading 参数
    table
  region 商品说明
    heading 商品说明
    list
  region 适用机型
    heading …
    list
  region 商品评论
    heading 商品评论
    list
      button …
    group 筛选评论
      button …
      list
        button …
  region 同类商品
    heading 同类商品
    article
      button …
      heading …
`,
  '/cart': `
main
  heading …
  region 岩锋截齿工具
    checkbox …
    heading 岩锋截齿工具
    list
      checkbox …
      button …
      textbox …
    region …
  region 结算
    checkbox …
    button 删除所选
    button 加入常购清单
    button 询价
    button 去结算
`,
  '/order_info': `
main
  heading 确认订单
  region 收货信息
    heading 收货信息
    button 更换地址
    button 改送项目
  region 商品清单
    region 岩锋截齿工具
      heading 岩锋截齿工具
      list
      button …
      textbox 订单备注
      textbox 成本中心
  region 采购单号
    textbox 采购单号
  region 归入项目
    heading 归入项目
    combobox 项目
    group
  region 支付方式
    heading 支付方式
    radiogroup 支付方式
      radio …
      button 折合年化
  region 订单明细
    heading 订单明细
    region 赊销成本
      button 折合年化
  button 提交订单
`,
  '/order_pay_password': `
main
  heading 订单支付
  region 待支付订单
    heading 待支付订单
    list
  region 支付
    group 支付密码
      textbox 支付密码
      textbox …
    button 确认支付
  region 更换支付方式
    heading 更换支付方式
    radiogroup 支付方式
      radio …
      button 折合年化
`,
  '/my_order': `${ACCOUNT_FRAME}
  region 我的订单
    heading 我的订单
    button 导出订单 CSV
    button 导出订单 Excel
    button 导出明细 CSV
    button 导出明细 Excel
    navigation 订单状态
      list
    search
      textbox 下单日期从
      button 打开日历：下单日期从
      textbox 下单日期到
      button 打开日历：下单日期到
      combobox 项目
      button 查询
      group 常用日期
        button 本月
        button 上月
        button …
    article …
    navigation 分页
      button 上一页
      button …
      button 下一页
`,
  '/my_order_detail': `${ACCOUNT_FRAME}
  region 订单详情
    heading 订单详情
    region 订单部分发货
      heading 订单部分发货
      button 申请售后
      button 再次购买
      button 联系客服
      list 订单进度
    region 收货信息
      heading 收货信息
    region 订单信息
      heading 订单信息
      button 复制订单号
    button 下载购销合同
    region 商品清单
      heading 商品清单
      button 加入常购清单
      list
    region …
      heading …
      article …
    region 发票
      heading 发票
    region 订单动态
      heading 订单动态
      list
`,
}
